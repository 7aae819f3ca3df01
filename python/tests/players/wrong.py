"""A player that makes a mistake, as a program of its own."""

import kontra_games as kg


class Wrong(kg.Player):
    def choose(self, view):
        return 4711


kg.serve_agent(Wrong)
