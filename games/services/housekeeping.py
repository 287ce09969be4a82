"""What is kept for a while only."""

from datetime import timedelta

from django.db.models.functions import Now

from games.models import Submission


def forget_kept_answers(*, older_than: timedelta) -> int:
    """Drop the keys and answers of old submissions; return how many there were."""
    old = Submission.objects.filter(key__isnull=False, at__lt=Now() - older_than)
    return old.update(key=None, fingerprint="", answer="")
