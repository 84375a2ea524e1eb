"""What a release consists of, besides its papers: the packages and the packed programs.

    python -m release.products FOLDER [BILL]

builds all of it once in this new folder: the products in `products`, what is inside the packed
programs in `contents.json`, and what has built the packages in `tools.json`. With the bill of
materials of another build, the programs contain the versions listed there.
"""

from __future__ import annotations

import json
import platform
import shutil
import sys
from collections.abc import Sequence
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

from p2p_hanabi import __version__
from p2p_hanabi.desktop.files import NAME

from .building import built, output_of
from .debian import package
from .packed import frozen, packer
from .sbom import tools_here, versions

PRODUCTS, TOOLS = "products", "tools.json"


def main(arguments: Sequence[str]) -> int:
    folder, bill = Path(arguments[0]), arguments[1:]
    like = versions(json.loads(Path(bill[0]).read_text("utf-8"))) if bill else []
    build(folder, like)
    return 0


def build(folder: Path, like: Sequence[str] = ()) -> None:
    """Build all products of this tree in a new folder, with dependencies that satisfy `like`."""
    products = folder / PRODUCTS
    products.mkdir(parents=True)
    (folder / TOOLS).write_text(json.dumps(tools_here()), "utf-8")
    wheel, source = built(folder / "built")
    python = packer(folder, wheel, like)
    single = frozen(python, folder, is_folder=False)
    as_folder = frozen(python, folder, is_folder=True)
    system = f"{platform.system()}-{platform.machine()}".lower()
    single = single.rename(products / f"{NAME}-{__version__}-{system}{single.suffix}")
    for made in (wheel, source, package(folder, as_folder)):
        shutil.move(made, products)


def differing(one: Path, other: Path) -> list[str]:
    """Return the names of the products of two builds that are not the same bytes."""
    names = {path.name for folder in (one, other) for path in folder.iterdir()}
    return sorted(name for name in names if content(one / name) != content(other / name))


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def version_of(product: Path) -> str:
    """Return which version a product says that it is."""
    match product.suffix:
        case ".whl":
            with ZipFile(product) as wheel:
                (name,) = [each for each in wheel.namelist() if each.endswith("/METADATA")]
                metadata = Parser().parsestr(wheel.read(name).decode(), headersonly=True)
            return str(metadata["Version"])
        case ".gz":
            return product.name.removesuffix(".tar.gz").rpartition("-")[2]
        case ".deb":
            return output_of("dpkg-deb", "--field", product, "Version").strip()
    return output_of(product, "--version").strip().rpartition(" ")[2]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
