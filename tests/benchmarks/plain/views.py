"""The one endpoint: check the version, write the state, keep the move, answer the game."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.benchmarks.plain.models import Game, Move


class ActionSerializer(serializers.Serializer[Any]):
    type = serializers.CharField(max_length=20)
    card = serializers.CharField(max_length=4)


class MoveSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0)
    action = ActionSerializer()


class GameSerializer(serializers.ModelSerializer[Game]):
    class Meta:
        model = Game
        fields = ("id", "version", "state", "changed_at")


class MovesView(APIView):
    """Moves of a game."""

    def post(self, request: Request, game_id: int) -> Response:
        sent = MoveSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        with transaction.atomic():
            game = get_object_or_404(Game.objects.select_for_update(), pk=game_id)
            if game.version != sent.validated_data["version"]:
                raise ValidationError("stale version")
            game.version += 1
            game.state = game.state[1:] + game.state[0]
            game.save()
            action = sent.validated_data["action"]
            Move.objects.create(game=game, version=game.version, player=request.user, action=action)
        return Response(GameSerializer(game).data, status=201)


urlpatterns = [path("games/<int:game_id>/moves", MovesView.as_view())]
