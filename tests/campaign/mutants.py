#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""Makes one small change of the rules at a time, and counts how many of the changes the tests notice.

A mutant is one file of engine/ in which one token has been changed, or two neighbouring rows of a table swapped. It is
compiled into a library of its own that the test programs are linked with, so a mutant costs one compilation and the
tests up to the first that fails. As many are tried at once as there are processors. Mutants that no test notices are
printed, except those that survivors.txt explains. The state's own checks (check*.c) and assertions are not rules and
are not changed.
"""
import concurrent.futures
import hashlib
import os
import queue
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

BUILD, OUT = Path(os.environ.get("BUILD", "build")), Path(os.environ["OUT"])
ENDS = time.monotonic() + 60 * float(os.environ.get("MINUTES", "60"))
SEED = int(os.environ.get("SEED", "1"))
MUTANTS_MAX = int(os.environ.get("MUTANTS", "400"))
UNDER = Path(os.environ.get("MUTANTS_UNDER", "engine"))
SLOWER = 5  # a mutant is in an endless loop if it takes this many times as long as the unchanged engine, plus some seconds
SURVIVORS = Path("tests/campaign/survivors.txt")
# The rules' tests, the shortest first: the records alone notice most changes in half a second.
PROGRAMS = ["records_golden", "engine_board", "engine_map_facts", "engine_positions", "rules_scenarios", "engine_maps",
            "engine_undo", "engine_properties"]
# A change that reads beyond an array, or initializes a member twice, is noticed by these flags alone.
FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-I.", "-O1", "-fPIC", "-Werror=override-init",
         "-fsanitize=bounds,shift", "-fsanitize-undefined-trap-on-error"]

TOKEN = re.compile(r"""
    (?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])+'|^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\d\w*)
  | (?P<sign><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
""", re.X | re.S | re.M)
SIGNS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="],
         "!=": ["=="], "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "|=": ["&="],
         "&=": ["|="], "++": ["--"], "<<": [">>"], ">>": ["<<"], "|": ["&"], "+": ["-"], "^": ["|"]}
WORDS = {"true": ["false"], "false": ["true"], "break": [""], "continue": ["break"]}
ASSERTIONS = {"assert", "_Static_assert"}


def tokens(text):
    """The tokens (kind, start, end, text) of a C file, without comments, texts, directives, assertions."""
    found = [(m.lastgroup, m.start(), m.end(), m.group()) for m in TOKEN.finditer(text)
             if m.lastgroup != "skip"]
    kept, i = [], 0
    while i < len(found):
        if found[i][3] not in ASSERTIONS:
            kept.append(found[i])
            i += 1
            continue
        depth, i = 0, i + 1
        while True:
            depth += {"(": 1, ")": -1}.get(found[i][3], 0)
            i += 1
            if depth == 0:
                break
    return kept


def enumerators():
    """Each enumerator of the engine, with its neighbours; without those of limits.h."""
    beside = {}
    for path in Path("engine").rglob("*.h"):
        if path.name == "limits.h":
            continue
        for m in re.finditer(r"enum(?:\s+\w+)?\s*\{(.*?)\}", path.read_text(), re.S):
            body = re.sub(r"/\*.*?\*/", "", m.group(1), flags=re.S)
            named = (re.match(r"\s*([A-Z][A-Z0-9_]+)\s*(?:=|$)", part) for part in body.split(","))
            names = [n.group(1) for n in named if n]
            for i, name in enumerate(names):
                if not name.endswith("_COUNT"):
                    beside[name] = [n for n in names[max(0, i - 1):i + 2] if n != name]
    return beside


def in_a_case(found, i):
    return i > 0 and found[i - 1][3] == "case"


def changes_of_token(found, i, beside):
    kind, _, _, text = found[i]
    before, behind = found[i - 1][3] if i else "", found[i + 1][3] if i + 1 < len(found) else ""
    if kind == "number" and re.fullmatch(r"\d+u?", text):
        value = int(text.rstrip("u"))
        return [str(value + 1)] + ([str(value - 1)] if value else [])
    if kind == "word":
        if in_a_case(found, i) or before in ("enum", "struct"):
            return []
        return WORDS.get(text, []) + beside.get(text, [])
    if text == "!" and behind != "=":
        return [""]
    if text in ("+", "|", "<", "&") and before in ("(", ",", "=", "return", ";", "{"):
        return []  # not between two values
    return SIGNS.get(text, []) if kind == "sign" else []


def mutants_of(path, beside):
    """Every mutant of a file: (path, offset, end, replacement)."""
    text = path.read_text()
    found = tokens(text)
    for i, (_, start, end, word) in enumerate(found):
        for change in changes_of_token(found, i, beside):
            yield path, start, end, change
        if word == "if" and found[i + 1][3] == "(":
            yield path, found[i + 1][1], found[i + 1][2], "(1 || "
            yield path, found[i + 1][1], found[i + 1][2], "(0 && "
    row = re.compile(r"^(\s+(?:\[\w+\] = )?)(\{.*\}),$", re.M)
    rows = list(row.finditer(text))
    for a, b in zip(rows, rows[1:]):
        if b.start() == a.end() + 1 and a.group(2) != b.group(2):
            yield path, a.start(), b.end(), f"{a.group(1)}{b.group(2)},\n{b.group(1)}{a.group(2)},"


def chosen():
    """The first mutants in an order by the seed. A mutant keeps its place as long as its line is unchanged, so the same
    seed tries the same mutants again after tests have been written for those that lived."""
    beside, places = enumerators(), []
    for path in sorted(UNDER.rglob("*.c")):
        if path.name.startswith("check"):
            continue
        text, alike = path.read_text(), {}
        for mutant in mutants_of(path, beside):
            _, start, end, change = mutant
            what = f"{SEED} {path} {line_of(text, start)} {text[start:end]} {change}"
            alike[what] = alike.get(what, 0) + 1
            places.append((hashlib.sha256(f"{what} {alike[what]}".encode()).digest(), mutant))
    return [mutant for _, mutant in sorted(places, key=lambda place: place[0])[:MUTANTS_MAX]]


def line_of(text, offset):
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return " ".join(text[start:end if end >= 0 else None].split())


def described(mutant):
    """(file, line number, old line, new line)."""
    path, start, end, change = mutant
    text = path.read_text()
    after = text[:start] + change + text[end:]
    first = start + len(text[start:end]) - len(text[start:end].lstrip())
    return str(path), text.count("\n", 0, first) + 1, line_of(text, first), line_of(after, first)


def reasons():
    """Known survivors: (file, old line, new line) to the reason."""
    known = {}
    for block in SURVIVORS.read_text().split("\n\n") if SURVIVORS.exists() else []:
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if len(lines) >= 4:
            known[lines[0], lines[1][2:], lines[2][2:]] = " ".join(lines[3:])
    return known


def run(command, seconds=resource.RLIM_INFINITY, **settings):
    """The exit code; None if it used more CPU time than allowed."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.nice(3)
    code = subprocess.run(command, preexec_fn=limit, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, **settings).returncode
    return None if code in (-signal.SIGXCPU, -signal.SIGKILL) else code


def must(command):
    if run(command) != 0:
        sys.exit(f"mutants: failed: {' '.join(map(str, command))}")


def compile_file(source, to):
    return run(["gcc", *FLAGS, "-c", "-o", to, source])


def link_library(objects, folder):
    must(["gcc", "-shared", "-o", folder / "libengine.so", *objects])


def link_programs():
    """Links the test programs so that they exit at their first failure and load the library from LD_LIBRARY_PATH."""
    (OUT / "fail.c").write_text("#include <unistd.h>\nvoid __wrap__ck_assert_failed(void) { _exit(1); }\n")
    must(["gcc", "-c", "-o", OUT / "fail.o", OUT / "fail.c"])
    libs = subprocess.run(["make", "-s", "--eval", "print-libs: ; @echo $(test_libs)", "print-libs"],
                          capture_output=True, text=True, check=True).stdout.split()
    for program in PROGRAMS:
        folder, name = program.split("_", 1)
        others = [o for o in (BUILD / "tests" / folder).glob("*.o") if not o.name.startswith("test_")]
        must(["gcc", "-pthread", "-Wl,--wrap=_ck_assert_failed", "-o", OUT / program, OUT / "fail.o",
              BUILD / f"tests/{folder}/test_{name}.o", *others, *(BUILD / "tests/support").glob("*.o"),
              BUILD / "libservice.a", BUILD / "libdb.a", f"-L{OUT}", "-lengine", *libs])


def run_program(program, folder, seconds=resource.RLIM_INFINITY):
    env = {**os.environ, "TEST_ROOT": os.getcwd(), "CK_FORK": "no", "TEST_SEED": "1",
           "LD_LIBRARY_PATH": str(folder.absolute())}
    return run([OUT.absolute() / program], seconds, cwd=folder, env=env)


def verdict(folder, seconds):
    """The name of the test that notices the mutant in this folder, "too long", or None."""
    for program in PROGRAMS:
        code = run_program(program, folder, seconds[program])
        if code is None:
            return "too long"
        if code != 0:
            return program
    return None


def usual_seconds():
    """The CPU time that each program may take with a mutant, by what it takes without."""
    seconds = {}
    for program in PROGRAMS:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if run_program(program, OUT) != 0:
            sys.exit(f"mutants: {program} fails without a change")
        seconds[program] = int(SLOWER * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)) + 5
    return seconds


def try_mutant(mutant, folder, objects, seconds):
    path, start, end, change = mutant
    text = path.read_text()
    source, compiled = folder / "mutant.c", folder / "mutant.o"
    source.write_text(text[:start] + change + text[end:])
    if compile_file(source, compiled) != 0:
        return "not compiled"
    link_library([compiled if o[0] == path else o[1] for o in objects], folder)
    noticed = verdict(folder, seconds)
    return "lived" if noticed is None else "too long" if noticed == "too long" else "killed"


def try_all(objects, seconds):
    """Tries the chosen mutants until the time is over. Returns the number of each verdict, and the unexplained survivors."""
    known, counts, survivors, told = reasons(), {}, [], threading.Lock()
    folders = queue.SimpleQueue()
    workers = len(os.sched_getaffinity(0))
    for i in range(workers):
        folder = OUT / f"worker{i}"
        folder.mkdir(exist_ok=True)
        folders.put(folder)

    def try_one(mutant):
        if time.monotonic() > ENDS:
            return
        folder = folders.get()
        try:
            what = try_mutant(mutant, folder, objects, seconds)
        finally:
            folders.put(folder)
        file, number, old, new = described(mutant)
        with told:
            if what == "lived":
                what = "explained" if (file, old, new) in known else "lived"
                if what == "lived":
                    survivors.append(f"`{file}:{number}`: `{old}` → `{new}`")
            counts[what] = counts.get(what, 0) + 1
            print(f"mutants: {sum(counts.values())} {what} {file}:{number}: {old} -> {new}", file=sys.stderr,
                  flush=True)

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(try_one, mutant) for mutant in chosen()]:
            done.result()
    return counts, survivors


def main():
    objects = []
    for path in sorted(Path("engine").rglob("*.c")):
        to = OUT / (str(path).replace("/", "_") + ".o")
        if compile_file(path, to) != 0:
            sys.exit(f"mutants: {path} does not compile")
        objects.append((path, to))
    link_library([o for _, o in objects], OUT)
    link_programs()
    counts, survivors = try_all(objects, usual_seconds())
    n = {name: counts.get(name, 0) for name in ("killed", "too long", "lived", "explained", "not compiled")}
    noticed, tried = n["killed"] + n["too long"], sum(n.values()) - n["not compiled"]
    print(f"- {tried} changes: {noticed} noticed ({n['too long']} of them by an endless loop), "
          f"{n['explained']} have no visible effect (survivors.txt), {n['lived']} unnoticed; "
          f"{n['not compiled']} more did not compile")
    if tried > n["explained"]:
        print(f"- {100 * noticed / (tried - n['explained']):.1f} % of the changes with an effect are noticed")
    for survivor in survivors:
        print(f"- unnoticed: {survivor}")
    sys.exit(1 if tried == 0 or survivors else 0)


main()
