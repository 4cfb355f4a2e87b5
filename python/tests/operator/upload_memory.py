"""Uploads a file given by its path and prints how much the memory of this process rose over its idle state."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

from octavo import Octavo, UploadProgress


def memory_bytes(line: str) -> int:
    """The highest the kernel has seen (VmHWM) or the present (VmRSS): no sampling involved."""
    found = re.search(rf"^{line}:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


facts = json.loads(os.environ["OCTAVO_PYTHON_FACTS"])
seen: list[UploadProgress] = []
options = {"api_key": facts["apiKey"], "base_url": facts["baseUrl"]}
with Octavo(**options, direct_uploads=sys.argv[2] == "direct") as client:
    client.account.me()
    idle = memory_bytes("VmRSS")
    job = client.jobs.create(sys.argv[1], on_upload_progress=seen.append)
    peak = memory_bytes("VmHWM")
    client.jobs.delete(job["id"])
print(json.dumps({"riseBytes": peak - idle, "bytesSent": seen[-1].bytes_sent, "calls": len(seen)}))
