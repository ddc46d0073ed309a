import { useEffect, useRef } from "preact/hooks";
import { messages } from "../messages/index.ts";
import { helpOpen } from "../state.ts";
import { Icon } from "./icons.tsx";

/** Keys and gestures, in a dialog the browser itself keeps modal. */
export function Help() {
  const m = messages.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const open = helpOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const list = (title: string, entries: readonly (readonly [string, string])[]) => (
    <section>
      <h3>{title}</h3>
      <dl>
        {entries.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={() => (helpOpen.value = false)}>
      <header>
        <h2 id="help-title">{m.help}</h2>
        <button type="button" class="tool" aria-label={m.close} onClick={() => (helpOpen.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      <div class="columns">
        {list(m.keys, m.keyList)}
        {list(m.gameKeys, m.gameKeyList)}
        {list(m.gestures, m.gestureList)}
      </div>
      <p class="fine">{m.unofficial}</p>
    </dialog>
  );
}
