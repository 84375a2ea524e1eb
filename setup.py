"""Compile the translations whenever the package is built, also for an editable install."""

from babel.messages.setuptools_frontend import compile_catalog
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTranslations(build_py):
    def run(self) -> None:
        self.run_command("compile_catalog")  # pyproject.toml says where they are
        super().run()


setup(cmdclass={"build_py": BuildWithTranslations, "compile_catalog": compile_catalog})
