//! The grammar of UGI: no line panics, and what was read once is printed and read again unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tetrarch_protocol::ugi::{Command, Flavour, Reply};

fuzz_target!(|data: &[u8]| {
    if let Ok(Some(command)) = Command::parse_bytes(data) {
        for flavour in [Flavour::Ugi, Flavour::Uci] {
            let printed = command.spelled(flavour).to_string();
            assert!(!printed.contains('\n'), "{printed}");
            assert_eq!(Command::parse(&printed), Ok(Some(command.clone())), "{printed}");
        }
    }
    let reply = Reply::parse(&String::from_utf8_lossy(data));
    let printed = reply.to_string();
    assert!(!printed.contains('\n'), "{printed}");
    assert_eq!(Reply::parse(&printed), reply, "{printed}");
});
