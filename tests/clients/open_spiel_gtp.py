"""OpenSpiel's GTP bot plays Connect Four, which is Linetris without the clearing of rows.

OpenSpiel has rules of its own: it judges every move, the end of the game and its result.
"""

import random
import sys

import pyspiel
from open_spiel.python.bots.gtp import CommandError, GTPBot

GAMES = 10


class Spoken:
    """A state whose actions are spelled as vertices: the column's letter, and where it lands."""

    def __init__(self, state):
        self.state = state

    def __getattr__(self, name):
        return getattr(self.state, name)

    def action_to_string(self, action):
        height = sum(column == action for column in self.state.history())
        return f"{'ABCDEFG'[action]}{height + 1}"

    def string_to_action(self, vertex):
        action = "abcdefg".index(vertex[0])
        assert vertex.upper() == self.action_to_string(action), vertex
        return action


def play(bot, game, rng):
    """The bot against chance, taking turns to begin."""
    state = Spoken(game.new_initial_state())
    mine = rng.randrange(2)
    bot.restart()
    while not state.is_terminal():
        moves = bot.gtp_cmd("gogui-rules_legal_moves").upper().split()
        assert moves == [state.action_to_string(a) for a in state.legal_actions()], moves
        if state.current_player() == mine:
            action = bot.step(state)
            assert action in state.legal_actions(), action
        else:
            action = rng.choice(state.legal_actions())
            bot.inform_action(state, state.current_player(), action)
        state.apply_action(action)
    score = bot.gtp_cmd("final_score")
    expected = {1: "b+1", -1: "w+1", 0: "0"}[int(state.returns()[0])]
    assert score == expected, (score, expected)
    return state.returns()[mine]


def main(path):
    game = pyspiel.load_game("connect_four")
    engine = [path, "--protocol", "gtp", "--game", "linetris", "--option", "LinetrisClear=false"]
    bot = GTPBot(game, engine)
    assert bot.name == "tetrarch" and bot.version and bot.running
    bot.gtp_cmd("time_settings", 0, 1, 100)
    rng = random.Random(1)
    results = [play(bot, game, rng) for _ in range(GAMES)]
    print(f"  connect four: {results.count(1)} won, {results.count(0)} drawn, {results.count(-1)} lost")
    try:
        bot.gtp_cmd("castle")
        raise AssertionError("castle was accepted")
    except CommandError as error:
        assert str(error) == "unknown command", error
    process = bot._process
    bot.gtp_cmd("quit")
    assert process.wait(60) == 0, process.returncode
    bot.close()
    print("open_spiel: good")


main(sys.argv[1])
