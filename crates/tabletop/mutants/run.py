#!/usr/bin/env python3
"""Builds all faults of faults.py into one copy of the crate, each behind a switch, and runs the tests with each of them.

One build serves all faults: every place holds both versions and a number from the environment picks the false one.
Usage: run.py COPY [CARGO ...]   (COPY is an empty or reusable folder; CARGO defaults to `cargo`)
"""
import os
import pathlib
import re
import subprocess
import sys
import tomllib

from faults import FAULTS

CRATE = pathlib.Path(__file__).resolve().parent.parent
ROOT = CRATE.parent.parent
SWITCH = '''
pub(crate) fn fault(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("FAULT").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == number
}
'''


def switched(number: int, old: str, new: str) -> str:
    """The statement, arm, condition or expression with its false version beside it."""
    test = f"crate::fault({number})"
    for opening, closing in [
        (r"(let \w+ = )", r"(;)"), (r"(\w+ = )", r"(;)"), (r"(\w+: )", r"(,)"), (r"(.* => return )", r"(,)"), (r"(.* => )", r"(,)"),
        (r"(\(self\.right, )", r"(\),)"),
        (r"(if let Some\(\(start, end\)\) = )", r"( \{)"), (r"(let crossed = if )", r"( \{)"), (r"(\} else if )", r"( \{)"), (r"(if )", r"( \{)"),
        (r"(for \w+ in )", r"( \{)"), (r"(Some\(zero\) if )", r"( => along.cmp\(&zero\),)"), (r"(\(Some\(\(side, within\)\), _\) if )", r"( => \{)"),
    ]:
        match = re.fullmatch(opening + r"(.*)" + closing, old, re.S)
        other = re.fullmatch(opening + r"(.*)" + closing, new, re.S)
        if match and other and match[1] == other[1]:
            body = f"(if {test} {{ {other[2]} }} else {{ {match[2]} }})"
            if "iter" in match[2] or opening.startswith("(for") or "chain" in match[2]:
                body = f"(if {test} {{ ({other[2]}).into_iter().collect::<Vec<_>>() }} else {{ ({match[2]}).into_iter().collect::<Vec<_>>() }})"
            return match[1] + body + match[3]
    if old.endswith(";"):
        return f"if {test} {{ {new} }} else {{ {old} }}"
    if old.endswith(",") and not old.startswith("."):
        return switched(number, old[:-1], new[:-1]) + ","
    if old.startswith("."):
        name = re.match(r"\.(\w+)\(", old)[1]
        if name in ("any", "all", "map") and new.startswith("." + name):
            head = re.match(r"\.\w+\((\|.*?\|) ?(.*)\)$", old, re.S)
            fault = re.match(r"\.\w+\((\|.*?\|) ?(.*)\)$", new, re.S)
            return f".{name}({head[1]} if {test} {{ {fault[2]} }} else {{ {head[2]} }})"
        if name == "max":
            return f".max(if {test} {{ {new[5:-1]} }} else {{ {old[5:-1]} }})"
        if name == "all":
            head = re.match(r"\.all\((\|.*?\|) ?(.*)\)$", old, re.S)
            return f".any({head[1]} ({head[2]}) == {test}) == {test}"
        if name == "chain":
            return f".chain(if {test} {{ {new[7:-1]} }} else {{ {old[7:-1]} }})"
        if name == "fold":
            return f".fold(if {test} {{ Ticks(i32::MAX) }} else {{ Ticks::ZERO }}, if {test} {{ Ticks::min }} else {{ Ticks::max }})"
    for word in ("|| ", "&& "):
        if old.startswith(word) and new.startswith(word):
            tail = " {" if old.endswith(" {") else ""
            o, n = old[3:len(old) - len(tail)], new[3:len(new) - len(tail)]
            return f"{word}(if {test} {{ {n} }} else {{ {o} }}){tail}"
    if old.endswith("&&"):
        return f"({old[:-3]} || ({test} && ({new[:-3]}))) &&"
    if old == ") <= 0":
        return f") < (if {test} {{ 0 }} else {{ 1 }})"
    if old.startswith("self.depth > 0"):
        return f"(if {test} {{ self.depth != 0 }} else {{ self.depth > 0 }}) && i128"
    if old.startswith("legal: Some(legal)"):
        return old.replace("Some(legal)", f"Some(if {test} {{ next }} else {{ legal }})")
    if old.startswith("(bounds.low.x()"):
        return f"((if {test} {{ {new[1:]} }} else {{ {old[1:]} }})"
    if old.startswith("mark - length.half(), "):
        return old.replace("mark - length.half(), ", f"(if {test} {{ mark - length }} else {{ mark - length.half() }}), ", 1)
    return f"(if {test} {{ {new} }} else {{ {old} }})"


def build(copy: pathlib.Path, cargo: list[str]) -> list[str]:
    subprocess.run(["rm", "-rf", str(copy)], check=True)
    copy.mkdir(parents=True)
    subprocess.run(["cp", "-r", str(CRATE / "src"), str(CRATE / "tests"), str(copy)], check=True)
    numbered: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for number, (name, old, new) in enumerate(FAULTS, 1):
        numbered.setdefault((name, old), []).append((number, new))
    for (name, old), faults in numbered.items():
        path = copy / "src" / name
        text = path.read_text()
        code, tests = (text.split("#[cfg(test)]", 1) + [""])[:2]
        if code.count(old) != 1:
            sys.exit(f"{name}: {code.count(old)} places for: {old}")
        result = old
        for number, new in faults:
            # A second fault of the same place wraps the first as a plain expression.
            result = switched(number, old, new) if result == old else f"(if crate::fault({number}) {{ {new} }} else {{ {result} }})"
        code = code.replace(old, result)
        path.write_text(code + ("#[cfg(test)]" + tests if tests else ""))
    for path in (copy / "src").glob("*.rs"):
        text = path.read_text()
        # A switch is no constant.
        for function in ["turn_to", "opposite_turn", "round_shift", "corner", "front_left", "front_right", "rear_left", "rear_right", "centre"]:
            text = re.sub(rf"const fn {function}\b(?=\((self|value|self,))", f"fn {function}", text) if path.name in ("heading.rs", "point.rs", "pose.rs") else text
        path.write_text(text)
    lib = copy / "src" / "lib.rs"
    lib.write_text(lib.read_text() + SWITCH)
    root = tomllib.loads((ROOT / "Cargo.toml").read_text())
    manifest = (CRATE / "Cargo.toml").read_text()
    for key in ["rust-version", "version", "edition", "license", "publish"]:
        manifest = manifest.replace(f"{key}.workspace = true", f"{key} = {repr_toml(root['workspace']['package'][key])}")
    manifest = re.sub(r"\[\[bench\]\].*", "", manifest, flags=re.S).replace("[lints]\nworkspace = true\n", "")
    for name in ["serde", "smallvec", "thiserror", "proptest", "serde_json"]:
        spec = root["workspace"]["dependencies"][name]
        manifest = manifest.replace(f"{name} = {{ workspace = true }}", f"{name} = {repr_toml(spec)}")
        manifest = manifest.replace(f"{name}.workspace = true", f"{name} = {repr_toml(spec)}")
    manifest += '\n[workspace]\n\n[profile.dev]\ndebug = "line-tables-only"\nopt-level = 1\n[profile.dev.package."*"]\nopt-level = 1\n'
    (copy / "Cargo.toml").write_text(manifest)
    subprocess.run(["cp", str(ROOT / "Cargo.lock"), str(copy)], check=True)
    out = subprocess.run([*cargo, "test", "--no-run", "--message-format=short"], cwd=copy, capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(out.stderr)
    return re.findall(r"\((/?\S*deps/\S+)\)", out.stderr)


def repr_toml(value) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {repr_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(repr_toml(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"'


def passes(binary: str, number: int, copy: pathlib.Path) -> bool:
    env = {**os.environ, "FAULT": str(number), "PROPTEST_MAX_SHRINK_ITERS": "0", "RUST_BACKTRACE": "0"}
    try:
        run = subprocess.run([binary, "-q"], cwd=copy, env=env, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def main() -> None:
    copy = pathlib.Path(sys.argv[1]).resolve()
    binaries = build(copy, sys.argv[2:] or ["cargo"])
    binaries = [str((copy / binary).resolve()) for binary in binaries]
    for binary in binaries:
        if not passes(binary, 0, copy):
            sys.exit(f"{binary} fails without a fault")
    survivors = []
    for number, (name, old, new) in enumerate(FAULTS, 1):
        caught = next((pathlib.Path(b).name.rsplit("-", 1)[0] for b in binaries if not passes(b, number, copy)), None)
        print(f"{number:3} {name:13} {'caught by ' + caught if caught else 'SURVIVES'}: {new if not caught else ''}", flush=True)
        if caught is None:
            survivors.append(number)
    print(f"{len(FAULTS)} faults, {len(FAULTS) - len(survivors)} caught, surviving: {survivors}")


main()
