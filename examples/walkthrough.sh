#!/usr/bin/env bash
# A walk through the API: logs in, uploads a template, stamps a spreadsheet, activates a workflow, sends it a webhook,
# and downloads the documents. Needs curl 7.82 or newer and Node.
#
# usage: ADMIN_PASSWORD=... examples/walkthrough.sh [address of the service] [folder for the documents]
set -euo pipefail

url=${1:-http://localhost:3000}
folder=$(realpath "${2:-.}")
cd "$(dirname "$0")"

# Prints one member of the JSON on standard input. Fails with the error text of a problem document.
pick() {
  node -pe "
    const body = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    if (body.status >= 400) { console.error(body.detail); process.exit(1); }
    body.$1"
}

echo '1. Log in. An access token is valid for 15 minutes.'
token=$(curl -sS --fail-with-body "$url/api/auth/login" \
  --json "{\"email\":\"${ADMIN_EMAIL:-admin@example.com}\",\"password\":\"$ADMIN_PASSWORD\"}" | pick accessToken)

# api PATH [curl options]: a request with the access token.
api() {
  curl -sS --fail-with-body -H "Authorization: Bearer $token" "$url/api/$1" "${@:2}"
}

echo '2. Upload a template: a PDF form, and the mapping from columns to fields.'
template=$(api templates -F name=Agreement -F file=@form.pdf -F 'json=<mappings.json' | pick publicId)

echo '3. Stamp 200 rows. The response is a ZIP of PDFs.'
api stamper/stamp -F templateId="$template" -F file=@rows.xlsx -o "$folder/agreements.zip"

echo '4. Create a workflow that fills the template, and activate it.'
workflow=$(sed "s/the template's publicId/$template/" workflow.json | api workflows --json @- | pick publicId)
api "workflows/$workflow" -X PUT --json '{"status":"ACTIVE"}' -o /dev/null

echo '5. Send an event. The webhook needs no access token.'
curl -sS --fail-with-body "$url/api/workflows/$workflow/webhook" --json @event.json -H 'Idempotency-Key: order-0417'
echo

echo '6. Wait until the run of the event has ended.'
run=workflows/$workflow/runs/$(api "workflows/$workflow/runs" | pick 'content[0].runId')
for _ in {1..30}; do
  status=$(api "$run" | pick status)
  case $status in RUNNING | WAITING) sleep 1 ;; *) break ;; esac
done
[ "$status" = COMPLETED ] || { echo "The run is $status: $(api "$run" | pick error)" >&2; exit 1; }

echo '7. Download the document of the run.'
api "documents/$(api "$run" | pick 'documents[0].documentId')/pdf" -o "$folder/agreement.pdf"

echo "Done: $folder/agreements.zip and $folder/agreement.pdf"
