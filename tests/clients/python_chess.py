"""python-chess: the handshake, options, ping, whole games, analysis and pondering.

Its boards are of chess; a board that only keeps a list of moves is enough for the rest.
"""

import asyncio
import copy
import logging
import sys

import chess
import chess.engine

from ugi import Judge

PATIENCE = 60
MOST_MOVES = 200

STARTS = {
    "iris": ({"IrisSize": 3}, "3/4/5/4/3 b 0"),
    "manalath": ({"ManalathSize": 3}, "3/4/5/4/3 b"),
    "otrio": ({}, "9/9/9 b 2x1"),
    "linetris": ({"LinetrisColumns": 5, "LinetrisRows": 4}, "5/5/5/5 b"),
}


class Move(str):
    def uci(self):
        return str(self)


class Board:
    """What the client asks of a board, without any rules."""

    uci_variant = "chess"
    chess960 = False

    def __init__(self, start, moves=()):
        self.start = start
        self.move_stack = [Move(move) for move in moves]

    def root(self):
        return Board(self.start)

    def fen(self, **_):
        return self.start

    def copy(self, stack=True):
        return copy.deepcopy(self)

    @property
    def turn(self):
        return len(self.move_stack) % 2 == 0

    def parse_uci(self, text):
        if not (text.isascii() and text.isalnum() and text == text.lower()):
            raise ValueError(f"not a move: {text}")
        return Move(text)

    def push_uci(self, text):
        self.push(self.parse_uci(text))
        return self.move_stack[-1]

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def __eq__(self, other):
        return (self.start, self.move_stack) == (other.start, other.move_stack)


class Alarm(logging.Handler):
    """The client only warns of lines that it does not understand. Here that is a failure."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())


def check_introduction(engine):
    assert engine.id["name"].startswith("tetrarch "), engine.id
    assert engine.id["author"], engine.id
    options = engine.options
    assert options["Game"].type == "combo" and options["Game"].default == "linetris"
    assert options["Game"].var == ["iris", "manalath", "otrio", "linetris"], options["Game"]
    size = options["IrisSize"]
    assert (size.type, size.default, size.min, size.max) == ("spin", 6, 2, 8), size
    assert options["LinetrisClear"].default is True
    assert "UCI_Variant" not in options
    assert len(options) == 16, list(options)


async def play_game(path, engine, game):
    settings, start = STARTS[game]
    settings = {"Game": game, **settings}
    await engine.configure(settings)
    judge = Judge(path, settings)
    board, token = Board(start), object()
    limits = [
        chess.engine.Limit(time=0.005),
        chess.engine.Limit(depth=2),
        chess.engine.Limit(nodes=200),
        chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01),
    ]
    while len(board.move_stack) < MOST_MOVES:
        limit = limits[len(board.move_stack) % len(limits)]
        result = await engine.play(board, limit, game=token, info=chess.engine.INFO_ALL)
        assert "score" in result.info, result
        if judge.query(board.move_stack, "gameover") == "true":
            assert result.move is None, result
            break
        assert judge.query(board.move_stack, f"islegal {result.move}") == "true", result
        board.push(result.move)
    print(f"  {game}: {len(board.move_stack)} moves, {judge.query(board.move_stack, 'result')}")
    judge.close()


async def analyse(engine):
    """Endless analysis, stopped; twice on one board, then one that has nothing to find."""
    await engine.configure({"Game": "linetris", "LinetrisColumns": 7, "LinetrisRows": 6})
    start = "7/7/7/7/7/7 b"
    for moves in [[], [], "1 2 1 2 1 2".split(), "1 2 1 2 1 2 1".split()]:
        board = Board(start, moves)
        with await engine.analysis(board, multipv=2) as analysis:
            if len(moves) < 7:
                info = await analysis.get()
                while "score" not in info:
                    info = await analysis.get()
            try:
                await asyncio.wait_for(asyncio.shield(analysis.wait()), 0.05)
                raise AssertionError("a bestmove before stop")
            except asyncio.TimeoutError:
                analysis.stop()
            best = await analysis.wait()
        assert (best.move is None) == (len(moves) == 7), best
        # The client waits for the end of one command before it begins the next.
        await engine.ping()
    info = await engine.analyse(Board(start, "1 2 1 2 1 2".split()), chess.engine.Limit(depth=3))
    assert info["score"].relative == chess.engine.Mate(1), info
    engine.debug(True)
    engine.debug(False)


async def ponder(engine):
    """The client ponders on the answer the engine expects; half the time it comes true."""
    board, token = Board("7/7/7/7/7/7 b"), object()
    limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0)
    for turn in range(4):
        result = await engine.play(board, limit, game=token, ponder=True)
        if result.move is None:
            break
        board.push(result.move)
        answer = result.ponder if turn % 2 == 0 and result.ponder else Move(str(1 + turn))
        board.push(answer)
        await asyncio.sleep(0.02)
    await engine.ping()


async def trial(path):
    alarm = Alarm()
    logging.getLogger("chess.engine").addHandler(alarm)
    transport, engine = await chess.engine.popen_uci(path)
    check_introduction(engine)
    await engine.ping()
    for game in STARTS:
        await play_game(path, engine, game)
    await analyse(engine)
    await ponder(engine)
    try:
        await engine.configure({"Game": "chess"})
        raise AssertionError("chess was accepted")
    except chess.engine.EngineError:
        pass
    await engine.quit()
    assert transport.get_returncode() == 0, transport.get_returncode()
    assert alarm.records == [], alarm.records


asyncio.run(asyncio.wait_for(trial(sys.argv[1]), PATIENCE))
print("python-chess: good")
