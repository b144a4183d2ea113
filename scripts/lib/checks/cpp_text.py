#!/usr/bin/python3
"""C++ text with comments and literals blanked out, so that a search finds code only. Every line keeps its number and
every character its column."""

import re

_SKIPPED = re.compile(
    r"""R"(?P<delimiter>[^\s()\\]{0,16})\(.*?\)(?P=delimiter)"   # raw string
      | //(?:\\\n|[^\n])*                                        # line comment, continued lines included
      | /\*.*?\*/                                                # block comment
      | "(?:\\.|[^"\\\n])*"                                      # string
      | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'                      # character, but not a digit separator
    """, re.VERBOSE | re.DOTALL)


def _blank(match: re.Match) -> str:
    text = match.group()
    inside = re.sub(r"[^\n]", " ", text)
    if text[0] in "\"'" or text.startswith("R"):
        return text[0].replace("R", '"') + inside[1:-1] + text[-1]
    return inside


def without_comments_and_literals(text: str) -> str:
    return _SKIPPED.sub(_blank, text)
