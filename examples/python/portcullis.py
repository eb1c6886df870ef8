"""Asks Portcullis whether a tool call may run. Standard library only.

Whatever goes wrong on the way to an answer (no connection, a time-out, a problem document, an answer that is not one)
is a denial: the call is not run.
"""

import argparse
import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

# The service answers in milliseconds; who waits longer is not answered.
TIMEOUT_SECONDS = 2.0
MAX_ANSWER_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Verdict:
    """What to do with one call."""

    decision: str  # "allow", "ask" or "deny"
    reason: str  # for a person
    message_for_model: str  # the result of a call that does not run
    input: dict[str, Any]  # what to run, where it runs
    sandboxed: bool  # run it inside the sandbox


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token is for the configured address alone."""

    def redirect_request(self, *_args: Any) -> None:
        return None


class Portcullis:
    """A service and the credentials for it."""

    def __init__(self, url: str, token_file: str | None = None) -> None:
        self._url = url.rstrip("/") + "/decide"
        self._token_file = token_file
        # No proxy: the inputs of tools go to the service and nowhere else.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())

    def decide(self, tool: str, tool_input: dict[str, Any], cwd: str, **fields: Any) -> Verdict:
        """The verdict on one call; `fields` are further ones of POST /decide, such as `settings` or `mode`."""
        try:
            answer = self._ask({**fields, "tool": tool, "input": tool_input, "cwd": cwd})
            return _verdict(answer, tool_input)
        except Exception as error:  # Nothing that happens here may let a call run.
            return _denied(f"Portcullis gave no decision ({_kind(error)})", tool_input)

    def _ask(self, call: dict[str, Any]) -> Any:
        headers = {"content-type": "application/json"}
        if self._token_file is not None:
            # Read for each call, so that a new token is used at once.
            with open(self._token_file, encoding="ascii") as file:
                headers["authorization"] = "Bearer " + file.read().strip()
        request = urllib.request.Request(self._url, json.dumps(call).encode(), headers, method="POST")
        with self._opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            if response.status != 200:
                raise ValueError(f"status {response.status}")
            body = response.read(MAX_ANSWER_BYTES + 1)
        if len(body) > MAX_ANSWER_BYTES:
            raise ValueError("the answer is too large")
        return json.loads(body)


def _verdict(answer: Any, tool_input: dict[str, Any]) -> Verdict:
    if answer["decision"] not in ("allow", "ask", "deny"):
        raise ValueError("unknown decision")
    updated = answer.get("updatedInput", tool_input)
    if not isinstance(updated, dict) or not isinstance(answer["sandboxed"], bool):
        raise ValueError("unexpected answer")
    return Verdict(
        answer["decision"],
        str(answer["reason"]),
        str(answer.get("messageForModel", "")),
        updated,
        answer["sandboxed"],
    )


def _denied(reason: str, tool_input: dict[str, Any]) -> Verdict:
    return Verdict("deny", reason, f"This call was not run: {reason}. Tell the user.", tool_input, False)


def _kind(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"status {error.code}"
    return type(error).__name__


def main() -> int:
    """Prints the verdict on a Bash command in this folder; exit code 0 where it may run as it is."""
    parser = argparse.ArgumentParser(description="Asks Portcullis whether a Bash command may run.")
    parser.add_argument("command")
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--token-file")
    options = parser.parse_args()
    service = Portcullis(options.url, options.token_file)
    verdict = service.decide("Bash", {"command": options.command}, os.getcwd(), headless=True)
    print(f"{verdict.decision}: {verdict.reason}")
    return 0 if verdict.decision == "allow" and not verdict.sandboxed else 1


if __name__ == "__main__":
    raise SystemExit(main())
