"""H2's peer: a plain Django REST project that takes moves of a game, without any rules.

The framework's own token, a serializer in and a model serializer out, the ORM, one transaction.
"""
