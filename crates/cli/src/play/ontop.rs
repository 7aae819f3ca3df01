//! OnTop in the terminal.

use super::face::Terminal;
use kontra_game::Open;
use kontra_ontop::OnTop;

impl Terminal for OnTop {
    fn picture(view: &Open<OnTop>) -> String {
        (**view).to_string()
    }
}
