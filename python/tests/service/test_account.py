"""The account, its keys, and its plan."""

from __future__ import annotations

import pytest

from octavo import AuthenticationError, ConnectionFailedError, Octavo, PlanError


def test_account_plan_usage_and_health_are_known(client: Octavo) -> None:
    me = client.account.me()
    plan = client.plans.current()
    assert plan is not None
    assert (me["tier"], plan["tier"], plan["active_jobs_max"]) == ("business", "business", 20)
    assert client.usage.retrieve()["month"]["pages_limit"] == me["pages_limit"]
    assert client.usage.retrieve(from_="2026-01-01", to="2026-01-02")["from"] == "2026-01-01"
    assert client.service.health()["status"] == "ok"
    assert client.service.live()["status"] == "ok"
    assert client.service.ready()["checks"] == {"database": "ok", "storage": "ok"}


def test_it_changes_how_long_jobs_are_kept(client: Octavo) -> None:
    assert client.retention.update(retention_days=30) == {"retention_days": 30}
    assert client.retention.update(retention_days=None) == {"retention_days": None}
    assert client.retention.retrieve() == {"retention_days": None}


def test_a_revoked_key_is_refused_with_what_to_do_next(client: Octavo) -> None:
    key = client.api_keys.create("contract")
    other = client.with_options(api_key=key["raw_key"])
    assert other.account.me()["id"] == client.account.me()["id"]
    client.api_keys.revoke(key["id"])
    assert not any(one["is_active"] for one in client.api_keys.list() if one["id"] == key["id"])
    with pytest.raises(AuthenticationError) as caught:
        other.account.me()
    assert (caught.value.status, caught.value.code) == (401, "unauthorized")
    assert caught.value.request_id


def test_keys_need_a_larger_plan(free: Octavo) -> None:
    with pytest.raises(PlanError) as caught:
        free.api_keys.create("no")
    assert (caught.value.status, caught.value.code) == (403, "plan_required")


def test_where_nothing_answers_the_error_names_the_address() -> None:
    client = Octavo(api_key="oct_x", base_url="http://127.0.0.1:9", max_retries=0)
    with pytest.raises(ConnectionFailedError, match="127.0.0.1:9"):
        client.account.me()
