#!/usr/bin/python3
"""The functions that a C++ header declares for its users, found by reading the header as tokens.

It knows namespaces, classes (nested, with access sections), templates, requires clauses, attributes, macros in capitals,
constructor initialisers and function bodies: enough for a header of declarations, and it stops with a message where a
header's braces do not match. It gives no meaning to types.
"""

import re
from typing import Iterator, NamedTuple

import cpp_text

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w'.]*|::|->|\.\.\.|\[\[|\]\]|&&|\|\||[<>=!+\-*/%&|^]=|\"\s*\"|'\s*'|\S")
OPENING = {"(": ")", "[": "]", "[[": "]]", "{": "}"}
MACRO = re.compile(r"[A-Z][A-Z0-9_]{2,}$")
NOT_A_NAME = {"decltype", "noexcept", "requires", "sizeof", "alignas", "alignof", "__attribute__", "explicit", "throw",
              "static_assert", "operator", "if", "return"}


class Token(NamedTuple):
    text: str
    line: int


class Function(NamedTuple):
    name: str
    first_line: int       # of the whole declaration, template line and attributes included
    last_line: int
    trivial: bool         # a constructor with an empty body, `= default` or `= delete`


class UnreadableHeader(Exception):
    """The braces do not match; holds the line."""

    def __init__(self, line: int):
        super().__init__(line)
        self.line = line


def tokens_of(text: str) -> list[Token]:
    code = cpp_text.without_comments_and_literals(text)
    tokens = []
    continued = False
    for number, line in enumerate(code.splitlines(), 1):
        directive = continued or line.lstrip().startswith("#")
        continued = directive and line.endswith("\\")
        if not directive:
            tokens += [Token(match.group(), number) for match in TOKEN.finditer(line)]
    return tokens


def _after_group(tokens: list[Token], start: int) -> int:
    """The index after the bracket that closes the one at `start`."""
    expected = []
    for index in range(start, len(tokens)):
        text = tokens[index].text
        if text in OPENING:
            expected.append(OPENING[text])
        elif text in OPENING.values():
            if not expected or expected.pop() != text:
                raise UnreadableHeader(tokens[index].line)
            if not expected:
                return index + 1
    raise UnreadableHeader(tokens[start].line)


def _after_angles(tokens: list[Token], start: int) -> int:
    """The index after the `>` that closes the `<` at `start`; a comparison inside must stand in parentheses, as in C++."""
    depth, index = 0, start
    while index < len(tokens):
        text = tokens[index].text
        if text in OPENING:
            index = _after_group(tokens, index)
            continue
        depth += {"<": 1, ">": -1}.get(text, 0)
        index += 1
        if depth == 0:
            return index
    raise UnreadableHeader(tokens[start].line)


def _without_decoration(tokens: list[Token]) -> list[Token]:
    """The declaration without attributes, template heads, alignas and macros in capitals."""
    kept, index = [], 0
    while index < len(tokens):
        text, following = tokens[index].text, tokens[index + 1].text if index + 1 < len(tokens) else ""
        if text == "[[":
            index = _after_group(tokens, index)
        elif text == "template" and following == "<":
            index = _after_angles(tokens, index + 1)
            index = _after_requires(tokens, index)
        elif following == "(" and (text in ("alignas", "__attribute__") or MACRO.match(text)):
            index = _after_group(tokens, index + 1)
        elif MACRO.match(text) and kept and kept[-1].text in ("class", "struct", "union"):
            index += 1
        else:
            kept.append(tokens[index])
            index += 1
    return kept


def _after_requires(tokens: list[Token], index: int) -> int:
    """Skips `requires C<T> && (...)` after a template head: primaries joined by && and ||."""
    if index >= len(tokens) or tokens[index].text != "requires":
        return index
    index += 1
    while index < len(tokens):
        index = _after_primary(tokens, index)
        if index >= len(tokens) or tokens[index].text not in ("&&", "||"):
            return index
        index += 1
    return index


def _after_primary(tokens: list[Token], index: int) -> int:
    """Skips one primary of a requires clause: (…), requires (…) {…}, or a qualified name with template arguments."""
    if tokens[index].text == "(":
        return _after_group(tokens, index)
    if tokens[index].text == "requires":
        index = index + 1 if tokens[index + 1].text == "{" else _after_group(tokens, index + 1)
        return _after_group(tokens, index)
    index += 1
    while index < len(tokens) and tokens[index].text in ("::", "<"):
        index = _after_angles(tokens, index) if tokens[index].text == "<" else index + 2
    return index


def _parameters(declaration: list[Token]) -> int | None:
    """Where the parameter list opens, if the declaration is one of a function."""
    index = 0
    while index < len(declaration):
        text, before = declaration[index].text, declaration[index - 1].text if index else ""
        if text in ("=", "{"):
            return None
        if text == "(":
            points = declaration[index + 1].text in ("*", "&")  # a pointer to a function, not a function
            if re.match(r"[A-Za-z_]\w*$", before) and before not in NOT_A_NAME and not points:
                return index
            index = _after_group(declaration, index)
        elif text == "<" and re.match(r"[A-Za-z_]", before):
            index = _after_angles(declaration, index)
        elif text == "operator":
            return None
        else:
            index += 1
    return None


class _Reader:
    """Walks the tokens scope by scope and yields the functions of public scopes."""

    def __init__(self, text: str):
        self.tokens = tokens_of(text)
        self.index = 0

    def scope(self, class_name: str = "", public: bool = True, wanted: bool = True) -> Iterator[Function]:
        """The functions up to the scope's closing brace, or to the end of the text."""
        while self.index < len(self.tokens) and self.tokens[self.index].text != "}":
            access = self._access_label()
            if access is not None:
                public = access
                continue
            yield from self._declaration(class_name, public and wanted)

    def _inner_scope(self, class_name: str, public: bool, wanted: bool) -> Iterator[Function]:
        opening = self.tokens[self.index]
        self.index += 1
        yield from self.scope(class_name, public, wanted)
        if self.index >= len(self.tokens):
            raise UnreadableHeader(opening.line)
        self.index += 1

    def _access_label(self) -> bool | None:
        pair = [token.text for token in self.tokens[self.index:self.index + 2]]
        if len(pair) == 2 and pair[0] in ("public", "protected", "private") and pair[1] == ":":
            self.index += 2
            return pair[0] == "public"
        return None

    def _declaration(self, class_name: str, wanted: bool) -> Iterator[Function]:
        start = self.index
        self._to_end_of_head()
        if self.index >= len(self.tokens):
            raise UnreadableHeader(self.tokens[start].line)
        whole = self.tokens[start:self.index]
        head = _without_decoration(whole)
        words = [token.text for token in head]
        opened = self.tokens[self.index].text == "{"
        linkage = words[:1] == ["extern"] and len(words) == 2
        if opened and (linkage or "namespace" in words[:2]):
            yield from self._inner_scope("", True, wanted and "detail" not in words)
        elif opened and words[:1] in (["class"], ["struct"], ["union"]):
            name = words[1] if len(words) > 1 else "unnamed"
            yield from self._inner_scope(name, words[0] != "class", wanted)
            self._to_semicolon()
        else:
            yield from self._other(whole, head, class_name, wanted)

    def _other(self, whole: list[Token], head: list[Token], class_name: str, wanted: bool) -> Iterator[Function]:
        """An enumeration, alias, variable or function."""
        words = [token.text for token in head]
        ignored = not words or words[0] in ("enum", "using", "typedef", "static_assert", "friend", "concept")
        parameters = None if ignored else _parameters(head)
        empty_body = self._finish(parameters is not None)
        if parameters is None or not wanted:
            return
        destroys = parameters >= 2 and head[parameters - 2].text == "~"
        name = "~" * destroys + head[parameters - 1].text
        is_constructor = name == class_name
        is_guide = not class_name and "->" in words and parameters == 1
        silent = words[-2:] in (["=", "default"], ["=", "delete"]) or (is_constructor and empty_body) or is_guide
        yield Function(name, whole[0].line, self.tokens[self.index - 1].line, silent)

    def _to_end_of_head(self) -> None:
        """To the `;`, `{` or `}` that ends a declaration's head, past braces that belong to the head."""
        in_initialisers = False
        while self.index < len(self.tokens):
            text = self.tokens[self.index].text
            before = self.tokens[self.index - 1].text if self.index else ""
            of_a_member = in_initialisers and re.match(r"[A-Za-z_]\w*$|>", before)
            if text in (";", "}") or (text == "{" and not of_a_member):
                return
            in_initialisers |= text == ":" and before in (")", "noexcept")
            if text == "requires" and before in ("=", "&&", "||", "!", "requires"):
                self.index = _after_primary(self.tokens, self.index)
            else:
                self.index = _after_group(self.tokens, self.index) if text in OPENING else self.index + 1

    def _finish(self, is_function: bool) -> bool:
        """Past the body or the semicolon; says whether there was a body and it was empty."""
        if self.tokens[self.index].text == "}":
            return False
        if self.tokens[self.index].text == ";":
            self.index += 1
            return False
        start = self.index
        self.index = _after_group(self.tokens, start)
        if not is_function:
            self._to_semicolon()
        return self.index == start + 2

    def _to_semicolon(self) -> None:
        while self.index < len(self.tokens) and self.tokens[self.index].text not in (";", "}"):
            self.index = _after_group(self.tokens, self.index) if self.tokens[self.index].text in OPENING else self.index + 1
        if self.index < len(self.tokens) and self.tokens[self.index].text == ";":
            self.index += 1


def public_functions(text: str) -> list[Function]:
    reader = _Reader(text)
    found = list(reader.scope())
    if reader.index < len(reader.tokens):
        raise UnreadableHeader(reader.tokens[reader.index - 1].line)
    return found
