"""What this package raises."""


class FileError(ValueError):
    """A file is not what it should be; the words say which one, and why."""


class Refused(ValueError):
    """What was asked for is not built here; the words say what it is."""
