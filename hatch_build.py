"""The addresses of a wheel: those of the copy of the course that it is built from.

They come from the environment, as those of the site do: SITE_URL, where the pages are,
and REPOSITORY_URL, where the sources are. Without them the wheel names no address.
"""

import os

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESSES = {"Documentation": "SITE_URL", "Source": "REPOSITORY_URL"}


class Addresses(MetadataHookInterface):
    def update(self, metadata):
        metadata["urls"] = {
            name: os.environ[variable]
            for name, variable in ADDRESSES.items()
            if os.environ.get(variable)
        }
