"""Requests: credentials, retries, redirects, and errors."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from fake_server import FakeServer, breaks, job, ok, refusal, times_out

from octavo import (
    AuthenticationError,
    ConfigurationError,
    ConnectionFailedError,
    ConnectionTimeoutError,
    NotFoundError,
    Octavo,
    PlanError,
    QuotaExceededError,
    RedirectError,
    ServerError,
    ServiceUnavailableError,
    TooManyRequestsError,
)
from octavo._request.error_response import retry_after_of
from octavo._request.retry import delay_before_retry

pytestmark = pytest.mark.usefixtures("no_pauses")


def test_an_api_key_and_a_session_token_have_their_own_headers() -> None:
    server = FakeServer(ok({}))
    server.client().account.me()
    server.client(api_key=None, session_token="t").account.me()
    assert server.requests[0].headers["x-api-key"] == "oct_k"
    assert "authorization" not in server.requests[0].headers
    assert server.requests[1].headers["authorization"] == "Bearer t"
    assert "x-api-key" not in server.requests[1].headers


def test_credentials_of_a_netrc_file_are_not_sent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pytest.TempPathFactory
) -> None:
    netrc = tmp_path / "netrc"  # type: ignore[operator]
    netrc.write_text("machine octavo.test login a password b\n")
    monkeypatch.setenv("NETRC", str(netrc))
    server = FakeServer(ok({}))
    server.client().account.me()
    assert "authorization" not in server.requests[0].headers


def test_key_and_server_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OCTAVO_API_KEY", "oct_env")
    monkeypatch.setenv("OCTAVO_BASE_URL", "https://env.test/octavo/")
    server = FakeServer(ok({}))
    server.client(api_key=None, base_url=None).account.me()
    assert str(server.requests[0].url) == "https://env.test/octavo/auth/me"
    assert server.requests[0].headers["x-api-key"] == "oct_env"


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": ""},
        {"session_token": "t"},
        {"base_url": "octavo.test"},
        {"base_url": "ftp://octavo.test"},
        {"base_url": "http://a:b@octavo.test"},
        {"base_url": "http://octavo.test/?a=1"},
        {"timeout": -1},
        {"max_retries": float("nan")},
    ],
)
def test_a_wrong_configuration_is_refused_before_the_first_request(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OCTAVO_API_KEY", raising=False)
    given: dict[str, object] = {"api_key": "oct_k", "base_url": "http://octavo.test", **options}
    with pytest.raises(ConfigurationError):
        Octavo(**given)  # type: ignore[arg-type]


def test_the_key_is_not_in_the_text_of_the_client() -> None:
    client = FakeServer(ok({})).client(api_key="oct_secret")
    assert "oct_secret" not in repr(client.jobs._transport.settings)


def test_a_temporary_failure_is_retried(no_pauses: list[float]) -> None:
    server = FakeServer(breaks, refusal(503, "service_unavailable"), ok({"id": "a"}))
    assert server.client().account.me() == {"id": "a"}
    assert len(server.requests) == 3
    assert 0.5 <= no_pauses[0] <= 0.625
    assert 1.0 <= no_pauses[1] <= 1.25


def test_the_asynchronous_client_retries_as_well(no_pauses: list[float]) -> None:
    async def run() -> object:
        async with server.async_client() as client:
            return await client.account.me()

    server = FakeServer(breaks, ok({"id": "a"}))
    assert asyncio.run(run()) == {"id": "a"}
    assert len(no_pauses) == 1


def test_retries_end(no_pauses: list[float]) -> None:
    server = FakeServer(breaks)
    with pytest.raises(ConnectionFailedError, match="octavo.test failed"):
        server.client(max_retries=3).account.me()
    assert len(server.requests) == 4


def test_no_response_in_time_has_its_own_error() -> None:
    with pytest.raises(ConnectionTimeoutError, match="did not respond in time"):
        FakeServer(times_out).client(max_retries=0).account.me()


def test_retry_after_is_respected(no_pauses: list[float]) -> None:
    limited = refusal(429, "too_many_requests", {"retry-after": "7"})
    FakeServer(limited, ok({})).client().account.me()
    assert 7 <= no_pauses[0] <= 8.75


def test_a_long_retry_after_is_reported_instead_of_waited_for(no_pauses: list[float]) -> None:
    limited = refusal(429, "too_many_requests", {"retry-after": "61"})
    with pytest.raises(TooManyRequestsError) as caught:
        FakeServer(limited).client().account.me()
    assert caught.value.retry_after == 61
    assert no_pauses == []


def test_both_forms_of_retry_after_are_read() -> None:
    assert retry_after_of({"retry-after": "1.5"}, 0) == 1.5
    assert retry_after_of({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 50) == 10
    assert retry_after_of({"retry-after": "soon"}, 0) is None
    assert retry_after_of({}, 0) is None


def test_pauses_grow_up_to_eight_seconds() -> None:
    assert [delay_before_retry(n, None, lambda: 0) for n in range(6)] == [0.5, 1, 2, 4, 8, 8]
    assert delay_before_retry(0, None, lambda: 1) == 0.625


def test_a_request_that_is_not_idempotent_is_not_repeated_without_a_response() -> None:
    server = FakeServer(breaks)
    with pytest.raises(ConnectionFailedError):
        server.client().webhooks.create("https://a.test")
    with pytest.raises(ServerError):
        FakeServer(refusal(500, "internal_error")).client().api_keys.create("a")
    assert len(server.requests) == 1


def test_a_request_that_was_turned_away_is_repeated_even_if_not_idempotent() -> None:
    server = FakeServer(refusal(429, "too_many_requests", {"retry-after": "0"}), ok({"id": "w"}))
    assert server.client().webhooks.create("https://a.test")["id"] == "w"


def test_a_redirect_is_never_followed() -> None:
    def redirect(_: httpx.Request) -> httpx.Response:
        return httpx.Response(307, headers={"location": "https://elsewhere.test/auth/me"})

    server = FakeServer(redirect, ok({}))
    http = httpx.Client(transport=httpx.MockTransport(server), follow_redirects=True)
    client = Octavo(api_key="oct_k", base_url="http://octavo.test", http_client=http)
    with pytest.raises(RedirectError, match="https://elsewhere.test"):
        client.account.me()
    assert len(server.requests) == 1


def test_an_error_has_everything_the_server_said() -> None:
    with pytest.raises(AuthenticationError) as caught:
        FakeServer(refusal(401, "unauthorized")).client().account.me()
    error = caught.value
    assert (error.status, error.code, error.request_id, error.attempts) == (401, "unauthorized", "r1", 1)
    assert str(error).startswith("No. ")
    assert str(error).endswith(error.next_step)


def test_an_answer_of_a_proxy_is_an_error_without_a_code() -> None:
    server = FakeServer(lambda _: httpx.Response(403, text="<html>blocked</html>"))
    with pytest.raises(PlanError) as caught:
        server.client().account.me()
    assert caught.value.code is None
    assert "proxy" in caught.value.next_step


def test_a_402_has_its_figures() -> None:
    detail = {"message": "Too many.", "pdf_pages": 9, "pages_remaining": 1, "pages_used": 4, "pages_limit": 5, "tier": "free"}
    server = FakeServer(ok({"detail": detail, "code": "page_limit_reached", "request_id": "r"}, 402))
    with pytest.raises(QuotaExceededError, match="Too many.") as caught:
        server.client().account.me()
    assert (caught.value.pdf_pages, caught.value.pages_remaining, caught.value.tier) == (9, 1, "free")


def test_not_found_after_a_lost_answer_counts_as_deleted() -> None:
    FakeServer(breaks, refusal(404, "job_not_found")).client().jobs.delete("j1")
    with pytest.raises(NotFoundError):
        FakeServer(refusal(404, "job_not_found")).client().jobs.delete("j1")


def test_lists_in_a_query_are_separated_by_commas_and_ids_are_escaped() -> None:
    server = FakeServer(ok({"items": [], "total": 0, "page": 1, "page_size": 20}), ok(job()))
    client = server.client()
    client.jobs.list(status=["done", "failed"], page_size=5)
    client.jobs.retrieve("a/../b", include=["file"])
    assert server.requests[0].url.query == b"status=done%2Cfailed&page_size=5"
    assert server.requests[1].url.raw_path == b"/jobs/a%2F..%2Fb?include=file"


def test_changed_options_keep_the_rest_and_replace_credentials() -> None:
    server = FakeServer(ok({}))
    client = server.client(default_headers={"x-a": "1"})
    client.with_options(session_token="t").account.me()
    client.with_options(max_retries=5).account.me()
    assert server.requests[0].headers["authorization"] == "Bearer t"
    assert "x-api-key" not in server.requests[0].headers
    assert [request.headers["x-a"] for request in server.requests] == ["1", "1"]


def test_service_unavailable_is_a_server_error() -> None:
    with pytest.raises(ServerError) as caught:
        FakeServer(refusal(503, "service_unavailable")).client(max_retries=0).service.health()
    assert isinstance(caught.value, ServiceUnavailableError)


def test_json_bodies_are_sent_as_json() -> None:
    server = FakeServer(ok({"retention_days": 3}))
    server.client().retention.update(retention_days=3)
    assert json.loads(server.requests[0].content) == {"retention_days": 3}
    assert server.requests[0].headers["content-type"] == "application/json"
