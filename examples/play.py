"""Sign up, sit down with the greedy bot and play a whole game: python examples/play.py [address]"""

import json
import secrets
import sys
import urllib.request

API = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000") + "/api/v1"
token = ""


def ask(method, path, body=None):
    request = urllib.request.Request(API + path, method=method)
    request.add_header("Authorization", f"Bearer {token}") if token else None
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.add_header("Idempotency-Key", secrets.token_hex(16))
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


name = "guest-" + secrets.token_hex(4)
token = ask("POST", "/players", {"name": name, "password": secrets.token_hex(16)})["token"]
game = ask("POST", "/games", {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]})
while game["status"] == "running":
    if game["round"]["turn"] == game["you"]["seat"]:
        action = game["you"]["legal_actions"][0]  # matches come first
        if action.get("makes_two"):
            action["call"] = True
        turn = {"version": game["version"], "actions": [action]}
        game = ask("POST", f"/games/{game['id']}/turns", turn)["game"]
    else:
        ask("GET", f"/games/{game['id']}/events?after={game['version']}&wait=30")
        game = ask("GET", f"/games/{game['id']}")
print(name, "played", game["id"], "to", game["result"]["scores"])
