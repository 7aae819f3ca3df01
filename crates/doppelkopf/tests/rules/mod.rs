//! Rule cases written by hand from the text of the rules (Sievers 2012, chapter 2 and 5.1.2).
//!
//! Every case is named as the rule it checks, and is held against the fast rules and the reference alike.
mod dealing;
mod quiet;
mod sheet;
mod table;

mod announcing;
mod finding;
mod games;
mod knowledge;
mod marriage;
mod replies;
mod scoring;
mod session;
mod solos;
mod tricks;
mod winning;
