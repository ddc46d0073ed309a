import { useEffect, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { messages } from "../../messages/index.ts";

/** The rule whose card is open; every rule number leads here. */
export const openRule = signal<string | undefined>(undefined);

export function RuleLink({ rule, children }: { rule: string; children?: string }) {
  return (
    <button type="button" class="rule-link" onClick={() => (openRule.value = rule)}>
      {children ?? rule}
    </button>
  );
}

export interface RuleFacts {
  id: string;
  title: string;
  statement: string;
  seeAlso: string[];
}

/** A rule in our words, with its related rules and the way back. */
export function RuleCard({ load, state }: { load: (id: string) => Promise<RuleFacts>; state?: string }) {
  const m = messages.value.play;
  const id = openRule.value;
  const [facts, setFacts] = useState<RuleFacts | undefined>(undefined);
  const [trail, setTrail] = useState<string[]>([]);
  useEffect(() => {
    setFacts(undefined);
    if (id === undefined) {
      setTrail([]);
      return;
    }
    let stale = false;
    load(id).then(
      (found) => !stale && setFacts(found),
      () => !stale && setFacts({ id, title: "", statement: m.noSuchRule, seeAlso: [] }),
    );
    return () => {
      stale = true;
    };
  }, [id]);
  // It belongs to what was on the table when it was opened: the next deed, or another game, closes it.
  useEffect(
    () => () => {
      openRule.value = undefined;
    },
    [state],
  );
  if (id === undefined) return null;
  return (
    <section class="card-rule" role="dialog" aria-label={id}>
      <header>
        {trail.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => {
              openRule.value = trail.at(-1);
              setTrail(trail.slice(0, -1));
            }}
          >
            ← {trail.at(-1)}
          </button>
        )}
        <b>{id}</b>
        <button type="button" class="link" onClick={() => (openRule.value = undefined)}>
          {messages.value.close}
        </button>
      </header>
      {facts && (
        <>
          <h3>{facts.title}</h3>
          <p>{facts.statement}</p>
          {facts.seeAlso.length > 0 && (
            <p class="small">
              {m.seeAlso}{" "}
              {facts.seeAlso.map((other) => (
                <button
                  type="button"
                  class="rule-link"
                  key={other}
                  onClick={() => {
                    setTrail([...trail, id]);
                    openRule.value = other;
                  }}
                >
                  {other}
                </button>
              ))}
            </p>
          )}
        </>
      )}
    </section>
  );
}
