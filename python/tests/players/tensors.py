"""A player whose choices depend on everything that it is shown, as a program of its own."""

import zlib

import kontra_games as kg


class Tensors(kg.Player):
    """Chooses by the numbers that a network would see, by its worlds, and by its own random numbers."""

    def choose(self, view):
        shown = view.information_state_tensor().tobytes() + view.information_state_string().encode()
        shown += view.worlds(1, seed=5)[0].view(view.player).observation_string().encode()
        number = zlib.crc32(shown) + self.random.randrange(1000)
        return view.legal_actions()[number % len(view.legal_actions())]


class Talker(Tensors):
    """The same one, who also prints."""

    def choose(self, view):
        print("what a player prints goes to standard error")
        return super().choose(view)


if __name__ == "__main__":
    kg.serve_agent(Talker)
