use super::{KeptPosition, Lesson};
use crate::Trouble;
use crate::files::write_whole;
use sha2::{Digest, Sha256};
use std::path::Path;

/// Which format the lessons are in, at the front of the file.
const MAGIC: &[u8; 16] = b"kontra-lessons-2";

/// Writes lessons to a file, whole or not at all: each position, its value, the number of its answers, the answers with their
/// shares; a hash at the end.
pub fn write_lessons<P: KeptPosition>(path: &Path, lessons: &[Lesson<P>]) -> Result<(), Trouble> {
    let bytes = lessons_to_bytes(lessons);
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| write_whole(path, &path.with_extension("unfinished"), &bytes))
        .map_err(|e| Trouble(format!("lessons '{}': {e}", path.display())))
}

/// Lessons as they lie in a file.
pub(super) fn lessons_to_bytes<P: KeptPosition>(lessons: &[Lesson<P>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((lessons.len() as u64).to_le_bytes());
    for Lesson { position, policy, value } in lessons {
        let start = bytes.len();
        bytes.resize(start + P::BYTES, 0);
        position.write(&mut bytes[start..]);
        bytes.extend(value.to_le_bytes());
        bytes.push(policy.len() as u8);
        for (answer, share) in policy {
            bytes.push(*answer);
            bytes.extend(share.to_le_bytes());
        }
    }
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes
}

/// Reads what [`write_lessons`] wrote. A file that is damaged is refused.
pub fn read_lessons<P: KeptPosition>(path: &Path) -> Result<Vec<Lesson<P>>, Trouble> {
    let trouble = |why: &str| Trouble(format!("lessons '{}': {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|e| trouble(&e.to_string()))?;
    let damaged =
        || trouble("damaged: its contents do not have the hash that was written with them");
    let rest = unsealed(&bytes).ok_or_else(damaged)?;
    parse(rest).ok_or_else(|| trouble("expected lessons of this game, found something else"))
}

/// Reads what [`lessons_to_bytes`] made; `None` where it is damaged or something else.
pub(super) fn lessons_from_bytes<P: KeptPosition>(bytes: &[u8]) -> Option<Vec<Lesson<P>>> {
    parse(unsealed(bytes)?)
}

/// What the hash at the end was made of, if it fits.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (rest, hash) = bytes.split_last_chunk::<32>()?;
    (Sha256::digest(rest)[..] == hash[..]).then_some(rest)
}

fn parse<P: KeptPosition>(bytes: &[u8]) -> Option<Vec<Lesson<P>>> {
    let (magic, mut rest) = bytes.split_first_chunk::<16>()?;
    let number = |bytes: &mut &[u8]| -> Option<f32> {
        let (four, after) = bytes.split_first_chunk::<4>()?;
        *bytes = after;
        Some(f32::from_le_bytes(*four)).filter(|x| x.is_finite())
    };
    let (count, after) = rest.split_first_chunk::<8>()?;
    rest = after;
    let mut lessons = vec![];
    for _ in 0..u64::from_le_bytes(*count) {
        let (position, after) = rest.split_at_checked(P::BYTES)?;
        rest = after;
        let (position, value) = (P::read(position)?, number(&mut rest)?);
        let (answers, after) = rest.split_first()?;
        rest = after;
        let mut policy = vec![];
        for _ in 0..*answers {
            let (answer, after) = rest.split_first()?;
            rest = after;
            policy.push((*answer, number(&mut rest)?));
        }
        lessons.push(Lesson { position, policy, value });
    }
    (magic == MAGIC && rest.is_empty()).then_some(lessons)
}
