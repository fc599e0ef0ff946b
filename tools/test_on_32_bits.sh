#!/bin/sh
# Run the module's tests on a 32-bit system: in a browser, NumPy's index type has 32 bits too. Needs Docker.
set -eu
cd "$(dirname "$0")/.."
docker run --rm --platform linux/386 -v "$PWD":/course:ro -w /course i386/debian:trixie sh -c '
  set -eu
  apt-get update -q
  apt-get install -yq --no-install-recommends python3-numpy python3-scipy python3-pandas python3-matplotlib \
    python3-ipywidgets python3-ipykernel python3-nbformat python3-pytest python3-pip
  pip install -q --break-system-packages anywidget nbclient
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=. MPLBACKEND=Agg LDP_COURSE_WIDGETS=0 python3 -m pytest -q \
    tests/test_every_*.py tests/test_counting.py tests/test_randomized_response.py tests/test_unary_encoding.py \
    tests/topics/more_protocols tests/rappor tests/explore tests/test_privacy.py tests/test_audit.py \
    tests/test_estimate.py tests/test_data.py tests/test_errors.py'
