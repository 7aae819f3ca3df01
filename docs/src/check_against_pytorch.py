"""Compares training steps of kontra-learn with PyTorch's, to 1e-4.

    cargo run --release -p kontra-learn --example export_check -- FOLDER
    python3 docs/src/check_against_pytorch.py FOLDER

Each file holds a graph, weights, a batch, our gradient of the first step and our weights after some steps. The network is
built here from PyTorch's own operations (real convolutions, its batch and layer norm, its losses and optimizers).
Needs torch and safetensors.
"""

import json
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors import safe_open

LIMIT = 1e-4


class Case:
    """One file."""

    def __init__(self, path):
        with safe_open(path, framework="pt") as file:
            self.facts = file.metadata()
            self.tensors = {name: file.get_tensor(name) for name in file.keys()}
        self.graph = json.loads(self.facts["graph"])
        before = self.part("before")
        learned = self.part("gradient")
        self.parameters = {n: t.clone().requires_grad_() for n, t in before.items() if n in learned}
        self.statistics = {n: t.clone() for n, t in before.items() if n not in learned}

    def part(self, name):
        return {n.removeprefix(name + "."): t for n, t in self.tensors.items() if n.startswith(name + ".")}

    def number(self, name):
        return float(self.facts[name])


def activation(function, x):
    if isinstance(function, str):
        return {"relu": F.relu, "selu": F.selu, "tanh": torch.tanh, "sigmoid": torch.sigmoid}[function](x)
    (name, numbers), = function.items()
    if name == "leaky-relu":
        return F.leaky_relu(x, numbers)
    assert name == "randomized-leaky-relu" and numbers[0] == numbers[1], "random slopes cannot be compared"
    return F.rrelu(x, numbers[0], numbers[1], training=True)


def convolution(board, side, weight):
    """Our weights lie tap by tap, each with all inputs; PyTorch's input by input, each with all taps."""
    n, cells, inputs = board.shape
    kernel = weight.view(-1, 3, 3, inputs).permute(0, 3, 1, 2)
    out = F.conv2d(board.transpose(1, 2).reshape(n, inputs, side, side), kernel, padding=1)
    return out.flatten(2).transpose(1, 2)


def forward(case, data):
    """All outputs by name, each as samples x cells x width."""
    values, p = [], case.parameters
    nodes = case.graph["nodes"]
    for place, node in enumerate(nodes):
        op, shape = node["op"], node["shape"]
        weight, bias = p.get(f"{place}.weight"), p.get(f"{place}.bias")
        x = values[node["from"]] if "from" in node else None
        if op in ("bits", "dense"):
            y = data["input"].view(-1, shape["cells"], shape["width"])
        elif op == "patches":
            y = x  # the linear layer behind it convolves
        elif op == "linear" and nodes[node["from"]]["op"] == "patches":
            y = convolution(x, nodes[node["from"]]["side"], weight)
            y = y if bias is None else y + bias
        elif op == "linear":
            y = F.linear(x, weight, bias)
        elif op == "batch-norm":
            mean, variance = case.statistics[f"{place}.mean"], case.statistics[f"{place}.variance"]
            rows = F.batch_norm(x.flatten(0, 1), mean, variance, weight, bias, training=True)
            y = rows.view(x.shape)
        elif op == "layer-norm":
            y = F.layer_norm(x, (shape["width"],), weight, bias)
        elif op == "act":
            y = activation(node["function"], x)
        elif op == "add":
            y = values[node["a"]] + values[node["b"]]
        elif op == "concat":
            y = torch.cat([values[node["a"]], values[node["b"]]], dim=2)
        elif op == "flatten":
            y = x.flatten(1).unsqueeze(1)
        elif op == "dropout":
            assert node["rate"] == 0, "dropout cannot be compared"
            y = F.dropout(x, 0.0)
        else:
            raise ValueError(op)
        values.append(y)
    return {name: values[value].squeeze(1) for name, value in case.graph["outputs"]}


def loss_of(case, data):
    out = forward(case, data)
    if case.facts["kind"] == "answers":
        chosen = out["values"].gather(1, data["answers"].long()).squeeze(1) + out["values"][:, -1]
        entropy = F.binary_cross_entropy_with_logits(out["flags"], data["flags"], reduction="none")
        known = data["known"]
        flags = (entropy * known).sum(1) / known.sum(1).clamp(min=1)
        return F.mse_loss(chosen, data["targets"].squeeze(1)) + case.number("flag-weight") * flags.mean()
    weights, legal = data["weights"].squeeze(1), data["legal"].bool()
    logarithms = F.log_softmax(out["policy"].masked_fill(~legal, -torch.inf), 1).masked_fill(~legal, 0)
    entropy = -(data["policy"] * logarithms).sum(1)
    illegal = F.softmax(out["policy"], 1).masked_fill(legal, 0).sum(1)
    square = (out["value"].squeeze(1) - data["targets"].squeeze(1)) ** 2
    linear = [f"{n}.weight" for n, node in enumerate(case.graph["nodes"]) if node["op"] == "linear"]
    squares = sum((case.parameters[name] ** 2).sum() for name in linear)
    return (weights * (entropy + case.number("penalty") * illegal + square)).mean() + case.number("squares") * squares


def optimizer(case):
    chosen = json.loads(case.facts["optimizer"])
    parameters, rate = list(case.parameters.values()), case.number("rate")
    if chosen["kind"] == "adam-w":
        return torch.optim.AdamW(parameters, lr=rate, betas=chosen["betas"], weight_decay=chosen["decay"])
    assert chosen["kind"] == "ada-delta"
    return torch.optim.Adadelta(parameters, lr=rate, rho=chosen["keep"], weight_decay=chosen["decay"])


def distance(ours, theirs):
    """The largest difference, by the largest number where that is above 1."""
    return ((ours - theirs).abs().max() / theirs.abs().max().clamp(min=1)).item()


def check(path):
    case = Case(path)
    data, steps = case.part("data"), optimizer(case)
    for step in range(int(case.facts["steps"])):
        steps.zero_grad()
        loss = loss_of(case, data)
        loss.backward()
        if step == 0:
            found = {"loss": abs(loss.item() - case.number("loss")) / max(1, abs(loss.item()))}
            # by the largest number of its own tensor: gradients are small
            pairs = [(t, case.parameters[n].grad) for n, t in case.part("gradient").items()]
            found["gradient"] = max(((a - b).abs().max() / b.abs().max()).item() for a, b in pairs)
        steps.step()
    theirs = {n: t.detach() for n, t in {**case.parameters, **case.statistics}.items()}
    after, before = case.part("after"), case.part("before")
    found["weights"] = max(distance(after[n], t) for n, t in theirs.items() if n in case.parameters)
    # how much the weights moved, as a whole
    moved = [(after[n] - before[n], t - before[n]) for n, t in theirs.items() if n in case.parameters]
    missed = sum(((a - b) ** 2).sum() for a, b in moved) / sum((b**2).sum() for _, b in moved)
    found["way"] = missed.sqrt().item()
    if case.statistics:
        found["statistics"] = max(distance(after[n], theirs[n]) for n in case.statistics)
    return found


def main():
    torch.use_deterministic_algorithms(True)
    files = sorted(Path(sys.argv[1]).glob("*.safetensors"))
    assert files, f"no files in {sys.argv[1]}"
    print(f"PyTorch {torch.__version__}: relative differences after the same steps")
    bad = 0
    for path in files:
        found = check(path)
        worst = max(found.values())
        bad += worst > LIMIT
        parts = "  ".join(f"{name} {x:.1e}" for name, x in found.items())
        print(f"{'ok ' if worst <= LIMIT else 'BAD'} {path.stem:18} {parts}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
