//! Paper and Kontra side by side.
