"""Build the packages reproducibly, byte for byte.

The build compiles the translations and includes the pages of the rules; no source is rewritten.
"""

import gzip
import os
import re
import runpy
import sys
import tarfile
import time
import tomllib
import zipfile
from pathlib import Path

from babel.messages.setuptools_frontend import compile_catalog
from setuptools import find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

from distutils.command.install_data import install_data  # isort: skip - setuptools provides it

ROOT = Path(__file__).parent
IS_EDITABLE = "editable_wheel" in sys.argv
RULES = "p2p_hanabi.rules"
DATE = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
"""Of all files; otherwise 1980-01-01, the earliest date in a zip archive."""
PICTURE = re.compile(r"!\[([^]]*)\]\((?!https?:)([^)]+)\)\s*")
LINK = re.compile(r"(?<!!)\[([^]]*)\]\((?!https?:|#)([^)]+)\)")
DOCUMENTS = "## Documents\n"
THERE = "\nThese are in the source distribution.\n"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


class BuildTranslated(build_py):
    def run(self) -> None:
        self.run_command("compile_catalog")  # configured in pyproject.toml
        super().run()


class InstallShared(install_data):
    """Installs what desktops and shells look for in a folder `share`."""

    def run(self) -> None:
        sys.path.insert(0, str(ROOT))
        from p2p_hanabi.cli import main
        from p2p_hanabi.desktop.files import shared_files

        for name, content in shared_files(main).items():
            path = Path(self.install_dir, "share", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            self.outfiles.append(str(path))


class SameWheel(bdist_wheel):
    def run(self) -> None:
        super().run()
        for _command, _python, name in self.distribution.dist_files:
            if name.endswith(".whl"):
                level_wheel(Path(name))


class SameSdist(sdist):
    def make_archive(self, base_name: str, *_how: object, base_dir: str, **_more: object) -> str:
        """Pack `base_dir`."""
        return str(packed_folder(Path(base_dir), Path(f"{base_name}.tar.gz")))


def level_wheel(wheel: Path) -> None:
    """Sort the files of a wheel by name, and give all the same date and permissions."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in sorted(archive.namelist())}
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, time.gmtime(DATE)[:6])
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


def packed_folder(folder: Path, target: Path) -> Path:
    """Pack a folder, whatever the owners and dates of its files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with (
        target.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=DATE) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in files:
            info = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
            info.size, info.mtime = path.stat().st_size, DATE
            info.mode = 0o755 if path.read_bytes()[:2] == b"#!" else 0o644
            with path.open("rb") as file:
                archive.addfile(info, file)
    return target


def for_an_index(readme: str, pages: str, files: str) -> str:
    """Return the README with links that lead somewhere from a package index: into the repository
    or, if it has no public address yet, nowhere: then only the words of a link stay."""
    if not pages:
        text = PICTURE.sub("", readme)
        return LINK.sub(r"\1", text).replace(DOCUMENTS, f"{DOCUMENTS}{THERE}")
    text = PICTURE.sub(rf"![\1]({files}/\2)", readme)
    return LINK.sub(rf"[\1]({pages}/\2)", text)


def addresses(repository: str) -> dict[str, str]:
    """Return the links beside the description, none if there is no public address yet."""
    if not repository:
        return {}
    changes = f"{repository}/blob/HEAD/docs/changelog.md"
    return {"Source": repository, "Issues": f"{repository}/issues", "Changelog": changes}


sources = find_packages(include=["p2p_hanabi", "p2p_hanabi.*", "protocol", "protocol.*"])
rules = {} if IS_EDITABLE else {RULES: "docs/rules"}  # a checkout reads them where they are

repository = PROJECT["tool"]["p2phanabi"]["repository"]
tag = f"v{runpy.run_path(str(ROOT / 'p2p_hanabi' / '__init__.py'))['__version__']}"
readme = for_an_index(
    (ROOT / "README.md").read_text("utf-8"),
    repository and f"{repository}/blob/{tag}",
    repository and f"{repository}/raw/{tag}",
)

setup(
    long_description=readme,
    long_description_content_type="text/markdown",
    project_urls=addresses(repository),
    packages=[*sources, *rules],
    package_dir=rules,
    data_files=[("share", [])],  # `InstallShared` knows which
    cmdclass={
        "bdist_wheel": SameWheel,
        "build_py": BuildTranslated,
        "compile_catalog": compile_catalog,
        "install_data": InstallShared,
        "sdist": SameSdist,
    },
)
