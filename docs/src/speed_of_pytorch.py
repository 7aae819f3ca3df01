"""Samples a second that PyTorch learns from, for the networks of the example device_speed.

    python3 docs/src/speed_of_pytorch.py

Each step (forwards, losses, backwards, fused Adam) is recorded as a CUDA graph, alone and ten in a row; the faster one counts.
Products of 32 bits use TF32, as ours do. Needs torch and a CUDA device.
"""

import time

import torch
import torch.nn.functional as F
from torch import nn

SECONDS = 1.0


class Heads(nn.Module):
    """Policy and value behind a trunk."""

    def __init__(self, trunk, width):
        super().__init__()
        self.trunk, self.policy, self.value = trunk, nn.Linear(width, 64), nn.Linear(width, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.policy(h), torch.tanh(self.value(h)).squeeze(1)


def mlp():
    layers, inputs = [], 600
    for width in [1024, 1024, 1024, 512]:
        layers += [nn.Linear(inputs, width, bias=False), nn.BatchNorm1d(width), nn.ReLU(inplace=True)]
        inputs = width
    return Heads(nn.Sequential(*layers), 512)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.first, self.second = nn.LayerNorm(512), nn.Linear(512, 512), nn.Linear(512, 512)

    def forward(self, x):
        return x + self.second(F.relu(self.first(self.norm(x))))


def residual():
    return Heads(nn.Sequential(nn.Linear(600, 512), *[Block() for _ in range(7)], nn.ReLU()), 512)


def convolution(inputs, outputs, size=3):
    return [nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False), nn.BatchNorm2d(outputs)]


class BoardBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.way = nn.Sequential(*convolution(16, 16), nn.ReLU(inplace=True), *convolution(16, 16))

    def forward(self, x):
        return F.relu(x + self.way(x))


class FieldNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(*convolution(11, 16), nn.ReLU(inplace=True), *[BoardBlock() for _ in range(3)])
        flat = lambda width: [*convolution(16, width, 1), nn.ReLU(inplace=True), nn.Flatten()]
        self.policy = nn.Sequential(*flat(6), nn.Linear(216, 36))
        self.value = nn.Sequential(*flat(8), nn.Linear(288, 8), nn.ReLU(), nn.Linear(8, 1), nn.Tanh())

    def forward(self, x):
        h = self.trunk(x)
        return self.policy(h), self.value(h).squeeze(1)


def rate(network, x, answers, steps):
    batch = x.shape[0]
    policy = torch.full((batch, answers), 1 / answers, device="cuda")
    results = torch.arange(batch, device="cuda").remainder(3).float() - 1
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-4, fused=True, capturable=True)

    def step():
        optimizer.zero_grad(set_to_none=True)
        logits, value = network(x)
        (F.cross_entropy(logits, policy) + F.mse_loss(value, results)).backward()
        optimizer.step()

    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for _ in range(5):
            step()
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(steps):
            step()
    pieces, made = 200 // steps, 0
    for _ in range(pieces):
        graph.replay()
    torch.cuda.synchronize()
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        for _ in range(pieces):
            graph.replay()
        torch.cuda.synchronize()
        made += 200 * batch
    return made / (time.perf_counter() - begin)


def main():
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    print(f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}")
    for name, build, batch, shape, answers in [
        ("mlp", mlp, 4096, (600,), 64),
        ("residual", residual, 8192, (600,), 64),
        ("fieldnet", FieldNet, 64, (11, 6, 6), 36),
        ("fieldnet", FieldNet, 1024, (11, 6, 6), 36),
    ]:
        best = 0.0
        # Boards in both orders of memory.
        orders = [torch.contiguous_format, torch.channels_last] if len(shape) == 3 else [torch.contiguous_format]
        for order in orders:
            x = torch.rand(batch, *shape, device="cuda").to(memory_format=order)
            network = build().cuda().to(memory_format=order)
            best = max(best, *(rate(network, x, answers, steps) for steps in [1, 10]))
        print(f"{name} batch {batch} TF32: {best:.0f} samples/s", flush=True)


if __name__ == "__main__":
    main()
