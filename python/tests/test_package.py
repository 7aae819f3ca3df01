"""The package itself: examples in its documentation, stubs, drawings, panics."""

import ast
import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import kontra_games as kg
from kontra_games import _kontra

OPTIONAL = {"kontra_games.pettingzoo": "pettingzoo", "kontra_games.openspiel": "pyspiel", "kontra_games.ray": "ray", "kontra_games.ray_selfplay": "ray"}


def modules():
    for module in pkgutil.iter_modules(kg.__path__, "kontra_games."):
        if module.name.endswith("._kontra"):
            continue
        try:
            yield importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            # A part of the package may need a library of its own, and say so.
            assert OPTIONAL.get(module.name) == error.name, module.name


def documented():
    """Every docstring with an example."""
    for module in [kg, *modules()]:
        yield module.__name__, module.__doc__
        for name, item in vars(module).items():
            if getattr(item, "__module__", None) == module.__name__:
                yield f"{module.__name__}.{name}", item.__doc__
                for member, method in vars(item).items() if inspect.isclass(item) else ():
                    yield f"{module.__name__}.{name}.{member}", getattr(method, "__doc__", None)
    for name, item in vars(_kontra).items():
        yield name, getattr(item, "__doc__", None)
        for member, method in vars(item).items() if inspect.isclass(item) else ():
            yield f"{name}.{member}", getattr(method, "__doc__", None)


EXAMPLES = {name: text for name, text in documented() if isinstance(text, str) and ">>>" in text}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_in_the_documentation(name):
    scope = {}
    for module in modules():
        if name.startswith(module.__name__ + "."):
            scope.update(vars(module))
    example = doctest.DocTestParser().get_doctest(EXAMPLES[name], scope, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example)
    assert runner.failures == 0


def test_there_are_examples():
    assert len(EXAMPLES) > 20


def test_everything_has_a_docstring():
    for name in kg.__all__:
        item = getattr(kg, name)
        if inspect.isclass(item) or callable(item):
            assert item.__doc__, name
        if inspect.isclass(item):
            for member, method in vars(item).items():
                if not member.startswith("_") and callable(method):
                    assert method.__doc__, f"{name}.{member}"


def test_stubs_say_what_is_there():
    """The stub names every function, class, method and argument of the compiled module, and no other."""
    stub = pathlib.Path(kg.__file__).with_name("_kontra.pyi")
    tree = ast.parse(stub.read_text())

    def arguments(function):
        found = function.args
        names = [a.arg for a in found.posonlyargs + found.args + found.kwonlyargs]
        return [name for name in names if name not in ("self", "cls")]

    def signature(item):
        return [name for name, p in inspect.signature(item).parameters.items() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and name != "self"]

    stubbed = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    public = {name for name in vars(_kontra) if not name.startswith("_")}
    assert set(stubbed) == public
    for name, node in stubbed.items():
        item = getattr(_kontra, name)
        if isinstance(node, ast.FunctionDef):
            assert arguments(node) == signature(item), name
            continue
        members = {child.name: child for child in node.body if isinstance(child, ast.FunctionDef)}
        own = {member for member in vars(item) if not member.startswith("__")}
        assert {member for member in members if not member.startswith("__")} == own, name
        for member, child in members.items():
            method = inspect.getattr_static(item, member, None)
            if callable(method) and not member.startswith("__"):
                assert arguments(child) == signature(getattr(item, member)), f"{name}.{member}"


@pytest.mark.parametrize("path", ["README.md", "../docs/src/python.md"])
def test_examples_of_the_chapters_run(path):
    chapter = pathlib.Path(__file__).parents[1] / path
    scope, blocks = {}, re.findall(r"```python\n(.*?)```", chapter.read_text(), re.DOTALL)
    assert len(blocks) > 1
    for block in blocks:
        exec(compile(block, str(chapter), "exec"), scope)  # noqa: S102


@pytest.mark.parametrize("name", kg.game_names())
def test_positions_are_drawn(name):
    state = kg.load_game(name).new_initial_state(1)
    drawing = state._repr_html_()
    assert drawing.startswith("<div") and name in drawing
    if name in ("just4fun", "ontop"):
        assert "<svg" in drawing
    # A drawing is made from a view: it is the same in every world.
    worlds = state.worlds(0, 3)
    assert {world.view(0)._repr_html_() for world in worlds} == {state.view(0)._repr_html_()}


def test_a_table_is_drawn():
    drawing = kg.run_match("kuhn-poker", ["random", "random"], deals=3)._repr_html_()
    assert "<table>" in drawing and "random" in drawing


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_panic_is_an_exception(elsewhere, capfd):
    with pytest.raises(BaseException, match="a panic on purpose") as raised:
        _kontra._panic(elsewhere)
    assert type(raised.value).__name__ == "PanicException"
    capfd.readouterr()
    assert kg.load_game("pig").num_players() == 2


def test_import_is_light():
    """The package imports nothing but itself and Python's own modules: numpy, pandas, Ray and the like come when they are needed."""
    code = (
        "import sys; before = set(sys.modules); import kontra_games; "
        "names = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(*sorted(names - set(sys.stdlib_module_names)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["kontra_games"]
