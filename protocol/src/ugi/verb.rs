//! The commands by name.

use crate::verb::verbs;

verbs! {
    /// A command by its name alone: for help, for completion, and for telling what a refused line
    /// was meant to be.
    Ugi = "ugi", "ugi", "introduces the engine and its options", "ugi";
    Uci = "uci", "uci", "the same, and speaks UCI from then on", "uci";
    IsReady = "isready", "isready", "answers readyok at once", "isready";
    SetOption = "setoption", "setoption name N [value V]", "sets an option", "setoption name Game value otrio";
    UgiNewGame = "uginewgame", "uginewgame", "forgets the last game and returns to the start", "uginewgame";
    UciNewGame = "ucinewgame", "ucinewgame", "the same in the words of UCI", "ucinewgame";
    Position = "position", "position startpos|fen F [moves M...]", "sets up a position", "position startpos moves 4 4 3";
    Go = "go", "go [p1time T] [p1inc T] [movestogo N] [movetime T] [depth N] [nodes N] [mate N] [infinite] [ponder] [searchmoves M...]",
        "searches and answers with the best move; without a limit, until stop", "go movetime 1000";
    Perft = "go perft", "go perft N", "counts the positions N turns ahead", "go perft 4";
    Stop = "stop", "stop", "ends the search", "stop";
    PonderHit = "ponderhit", "ponderhit", "the move pondered on was played: the clock now counts", "ponderhit";
    Query = "query", "query gameover|p1turn|result|turn|players|fen|moves|islegal M|score", "asks about the position", "query islegal 4";
    Display = "d", "d", "draws the board", "d";
    Play = "play", "play M...", "plays moves from here", "play 4 3";
    Undo = "undo", "undo", "takes the last move back", "undo";
    Moves = "moves", "moves", "lists the legal moves", "moves";
    Eval = "eval", "eval", "explains how the position is judged", "eval";
    Bench = "bench", "bench", "searches fixed positions and counts nodes", "bench";
    Help = "help", "help [COMMAND]", "lists the commands, or explains one", "help go";
    Debug = "debug", "debug on|off", "accepted and ignored", "debug on";
    Quit = "quit", "quit", "ends the engine", "quit";
}
