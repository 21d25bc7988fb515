//! The commands by name.

use crate::verb::verbs;

verbs! {
    /// A command by its name alone: for `list_commands` and `known_command`, and for telling what
    /// a refused line was meant to be.
    ProtocolVersion = "protocol_version", "protocol_version", "answers 2", "protocol_version";
    Name = "name", "name", "the engine's name", "name";
    Version = "version", "version", "the engine's version", "version";
    KnownCommand = "known_command", "known_command NAME", "tells whether a command exists", "known_command genmove";
    ListCommands = "list_commands", "list_commands", "all commands, one a line", "list_commands";
    Quit = "quit", "quit", "ends the engine", "quit";
    BoardSize = "boardsize", "boardsize N", "sets the size and clears the board", "boardsize 11";
    RectangularBoardSize = "rectangular_boardsize", "rectangular_boardsize W H", "sets width and height and clears the board", "rectangular_boardsize 7 6";
    ClearBoard = "clear_board", "clear_board", "returns to the start", "clear_board";
    Komi = "komi", "komi X", "accepted and ignored", "komi 6.5";
    Play = "play", "play COLOUR MOVE", "plays a move", "play b d4";
    GenMove = "genmove", "genmove COLOUR", "searches a move and plays it", "genmove w";
    RegGenMove = "reg_genmove", "reg_genmove COLOUR", "searches a move without playing it", "reg_genmove b";
    Undo = "undo", "undo", "takes the last play or genmove back", "undo";
    ShowBoard = "showboard", "showboard", "draws the board", "showboard";
    FinalScore = "final_score", "final_score", "the result, such as B+1 or 0", "final_score";
    TimeSettings = "time_settings", "time_settings MAIN BYOYOMI STONES", "sets the clocks, in seconds", "time_settings 300 10 1";
    TimeLeft = "time_left", "time_left COLOUR TIME STONES", "sets what one clock shows", "time_left b 120 0";
    CpuTime = "cputime", "cputime", "seconds of computing so far", "cputime";
    SetGame = "set_game", "set_game GAME", "changes the game and clears the board", "set_game iris";
    ListGames = "list_games", "list_games", "the games, one a line", "list_games";
    GoguiInterrupt = "gogui-interrupt", "gogui-interrupt", "tells that the comment line interrupt is understood", "gogui-interrupt";
    GoguiAnalyzeCommands = "gogui-analyze_commands", "gogui-analyze_commands", "commands for GoGui's menu", "gogui-analyze_commands";
    GoguiRulesGameId = "gogui-rules_game_id", "gogui-rules_game_id", "the game in play", "gogui-rules_game_id";
    GoguiRulesBoard = "gogui-rules_board", "gogui-rules_board", "the board as GoGui draws it", "gogui-rules_board";
    GoguiRulesBoardSize = "gogui-rules_board_size", "gogui-rules_board_size", "the size GoGui draws", "gogui-rules_board_size";
    GoguiRulesLegalMoves = "gogui-rules_legal_moves", "gogui-rules_legal_moves", "the legal moves", "gogui-rules_legal_moves";
    GoguiRulesSideToMove = "gogui-rules_side_to_move", "gogui-rules_side_to_move", "whose turn it is", "gogui-rules_side_to_move";
    GoguiRulesFinalResult = "gogui-rules_final_result", "gogui-rules_final_result", "the result in words, empty while the game goes on", "gogui-rules_final_result";
}
