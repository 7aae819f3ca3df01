//! OnTop in the terminal.

use super::face::Terminal;
use kontra_ontop::OnTop;

impl Terminal for OnTop {}
