//! The grammar of GTP: no line panics, and what was read once is printed and read again unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tetrarch_protocol::Dialect;
use tetrarch_protocol::gtp::{Input, Response, ResponseReader};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    Dialect::detect(&text);
    match Input::parse_bytes(data) {
        Ok(None) => {}
        Ok(Some(input)) => {
            let printed = input.to_string();
            assert!(!printed.contains('\n'), "{printed}");
            assert_eq!(Input::parse(&printed), Ok(Some(input)), "{printed}");
        }
        Err(error) => check(&error.response()),
    }
    let mut reader = ResponseReader::default();
    for response in text.lines().filter_map(|line| reader.feed(line)) {
        check(&response);
    }
});

/// A printed response is read as itself, ended by its own empty line and no sooner.
fn check(response: &Response) {
    let printed = response.to_string();
    let mut reader = ResponseReader::default();
    let mut lines = printed.lines();
    let read = lines.find_map(|line| reader.feed(line));
    assert_eq!(read.as_ref(), Some(response), "{printed}");
    assert_eq!(lines.next(), None, "{printed}");
}
