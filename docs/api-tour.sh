#!/usr/bin/env bash
# Calls every endpoint of a running portal with curl and stops at the first unexpected answer. It needs the embedded
# set with its sample foundation, and writes to the year 2098.
#
#   npx -y pnpm@12 start                                 # in another terminal
#   docs/api-tour.sh                                     # or PORTAL=http://localhost:3100 docs/api-tour.sh
#   GATE_RUNNER_KEY=… docs/api-tour.sh                   # also acts as the gate runner, if no other one runs
#   DRIVE=.data/drive docs/api-tour.sh                   # also removes a paper from the drive for a moment
set -euo pipefail

portal="${PORTAL:-http://localhost:3000}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
body="$work/body"
head="$work/head"

# ask STATUS METHOD PATH [curl's options]: the answer's body is in $body afterwards, its headers in $head.
ask() {
  local expected=$1 method=$2 path=$3 status
  shift 3
  local way=(-X "$method")
  [ "$method" = HEAD ] && way=(--head)
  : > "$body"
  status=$(curl -sS -o "$body" -D "$head" -w '%{http_code}' "${way[@]}" "$@" "$portal$path")
  echo "$status $method $path"
  if [ "$status" != "$expected" ]; then
    echo "expected $expected, received:" >&2
    head -c 1000 "$body" >&2
    exit 1
  fi
}

# One process evaluates what is asked about the answers: to start one each time would take most of the tour's time.
mkfifo "$work/asked" "$work/found"
node -e '
  const { readFileSync } = require("node:fs")
  require("node:readline").createInterface({ input: process.stdin }).on("line", (expression) => {
    try {
      const it = JSON.parse(readFileSync(process.argv[1], "utf8"))
      const found = eval(expression)
      if (found === undefined) throw new Error(`There is no ${expression}.`)
      console.log(`=${typeof found === "object" ? JSON.stringify(found) : found}`)
    } catch (error) {
      console.log(`!${error.message.replaceAll("\n", " ")}`)
    }
  })
' "$body" < "$work/asked" > "$work/found" &
exec 7> "$work/asked" 8< "$work/found"

# field EXPRESSION: a part of the latest answer, with `it` as its JSON. Fails if it doesn't exist.
field() {
  local found
  echo "${1//$'\n'/ }" >&7
  IFS= read -r found <&8
  case $found in
    '='*) echo "${found#=}" ;;
    *) echo "${found#!}" >&2; return 1 ;;
  esac
}

# is EXPRESSION: fails unless it is true for the latest answer.
is() {
  [ "$(field "Boolean($1)")" = true ] || { echo "not so: $1" >&2; head -c 1000 "$body" >&2; exit 1; }
}

header() { sed -n "s/^$1: *//Ip" "$head" | tr -d '\r' | tail -1; }

# revision PATH: the If-Match or If-None-Match header for a save to this path.
revision() {
  local status
  status=$(curl -sS -o "$body" -w '%{http_code}' -H "$admin" "$portal$1")
  if [ "$status" = 200 ]; then echo "If-Match: \"$(field it.revision)\""; else echo 'If-None-Match: *'; fi
}

json='Content-Type: application/json'
identity=/identitytoolkit.googleapis.com/v1/accounts

echo '— Before anyone has signed in'
ask 200 GET /healthz
ask 200 GET /readyz
ask 200 GET /api/openapi.json
ask 200 GET /api/docs
ask 200 GET /api/config
password=$(field 'it.identity.sampleAccounts.find(({ provider }) => provider === "password").password')
member_email=$(field 'it.identity.sampleAccounts.find(({ provider }) => provider === "password").email')
admin_name=$(field 'it.identity.sampleAccounts.find(({ email }) => email.startsWith("ruth.")).displayName')
admin_email=$(field 'it.identity.sampleAccounts.find(({ email }) => email.startsWith("ruth.")).email')
admin_sub=$(field 'it.identity.sampleAccounts.find(({ email }) => email.startsWith("ruth.")).sub')
domain=$(field it.foundation.domain)
ask 401 GET /api/portal
ask 204 POST /api/reports -H "$json" -d '{"message":"The tour says hello","path":"/"}'
ask 415 POST /api/reports -d 'plain'

echo '— Signing in: a member by password, an admin by Google as the emulator plays it'
ask 200 POST "$identity:signInWithPassword?key=demo" -H "$json" \
  -d "{\"email\":\"$member_email\",\"password\":\"$password\",\"returnSecureToken\":true}"
member_token=$(field it.idToken)
member="Authorization: Bearer $member_token"
google='encodeURIComponent(JSON.stringify({ sub: process.argv[1], email: process.argv[2], name: process.argv[3], email_verified: true }))'
encoded=$(node -p "$google" "$admin_sub" "$admin_email" "$admin_name")
ask 200 POST "$identity:signInWithIdp?key=demo" -H "$json" \
  -d "{\"postBody\":\"id_token=$encoded&providerId=google.com\",\"requestUri\":\"$portal\",\"returnSecureToken\":true}"
admin="Authorization: Bearer $(field it.idToken)"

echo '— Who am I?'
ask 200 GET /api/portal -H "$member"
is '!it.person.isAdmin'
ask 200 GET /api/portal -H "$admin"
is 'it.person.isAdmin'
ask 204 POST /api/outcomes -H "$member" -H "$json" -d '{"session":"6f1b8f0e-3c53-4d8e-9a59-0d2c4f5b7a10","composition":"none","outcomes":[{"remote":"meetings","release":"0.0.0-unknown","outcome":"good"}]}'
ask 200 POST /api/auth/token -H "$member"
ask 200 GET /api/directory -H "Cookie: __session=$member_token"
ask 200 GET '/api/people?type=staff' -H "$member"
ask 401 POST /api/sync/trigger -H "Cookie: __session=$member_token"
ask 204 DELETE /api/auth/token

echo '— Documents, whole, in part, and not again'
ask 200 GET /api/documents -H "$member"
document=$(field 'it.find(({ mime_type, pages }) => mime_type === "application/pdf" && pages > 1).id')
other=$(field 'it.filter(({ mime_type, pages }) => mime_type === "application/pdf" && pages > 1)[1].id')
tag=$(header etag)
ask 304 GET /api/documents -H "$member" -H "If-None-Match: $tag"
ask 200 GET '/api/folders?limit=10' -H "$member"
ask 200 GET "/api/documents/$document" -H "$member"
ask 404 GET /api/documents/unknown -H "$member"
ask 204 POST /api/reading -H "$member" -H "$json" -d "{\"papers\":[{\"documentId\":\"$document\",\"version\":1,\"pages\":[{\"page\":1,\"seconds\":30}]}]}"
ask 200 GET '/api/reading?year=2026&quarter=4' -H "$member"
is "it.isOn && it.papers.length > 0"
ask 204 PUT /api/reading/settings -H "$member" -H "$json" -d '{"isOn":true}'
ask 200 GET /api/reading/export -H "$member"
is "it.papers.length > 0"
ask 204 DELETE /api/reading -H "$member"
ask 200 GET "/api/documents/$document/notes" -H "$member"
erasures=$(field it.erasures)
note='{"id":"6f1c1f0e-6a57-4a53-8a53-0d4b9f1f6a11","createdAt":"2026-11-03T08:00:00Z","color":"yellow","text":"Ask","target":{"version":1,"selector":[{"type":"FragmentSelector","conformsTo":"http://tools.ietf.org/rfc/rfc3778","value":"page=1"}]}}'
ask 200 PUT /api/notes -H "$member" -H "$json" -d "{\"documentId\":\"$document\",\"erasures\":$erasures,\"notes\":[$note],\"removed\":[]}"
ask 200 GET "/api/documents/$document/notes" -H "$member"
is "it.notes[0].place.page === 1"
ask 200 GET "/api/documents/$document/notes/paper" -H "$member"
ask 200 GET /api/notes -H "$member"
is "it.notes.length === 1"
ask 200 GET /api/notes/list -H "$member"
ask 204 DELETE /api/notes -H "$member"
ask 200 GET /api/notes/policy -H "$member"
ask 200 GET /api/notes/policy -H "$admin"
revised=$(field 'it.revision ? "If-Match: \"" + it.revision + "\"" : "If-None-Match: *"')
ask 200 PUT /api/notes/policy -H "$admin" -H "$json" -H "$revised" -d '{"holds":[]}'
ask 403 GET /api/slot-settings -H "$member"
ask 200 GET /api/slot-settings -H "$admin"
is "it.setAside.length === 0"
revised=$(field 'it.revision ? "If-Match: \"" + it.revision + "\"" : "If-None-Match: *"')
ask 403 PUT /api/slot-settings -H "$member" -H "$json" -H "$revised" -d '{"setAside":[]}'
ask 200 PUT /api/slot-settings -H "$admin" -H "$json" -H "$revised" -d '{"setAside":[]}'
ask 200 PUT /api/resource-mappings/governance-gift-acceptance -H "$admin" -H "$json" -H 'If-None-Match: *' -d '{"title":"Gift Acceptance","icon":"handshake","order":1}'
revised=$(field '"If-Match: \"" + it.revision + "\""')
ask 403 DELETE /api/cards/governance-gift-acceptance -H "$member" -H "$revised"
ask 200 DELETE /api/cards/governance-gift-acceptance -H "$admin" -H "$revised"
ask 403 GET /api/setup -H "$member"
ask 200 GET /api/setup -H "$admin"
is "it.steps.people"
revised=$(field 'it.revision ? "If-Match: \"" + it.revision + "\"" : "If-None-Match: *"')
ask 403 PUT /api/setup -H "$member" -H "$json" -H 'If-None-Match: *' -d '{"isPutAway":true}'
ask 200 PUT /api/setup -H "$admin" -H "$json" -H "$revised" -d '{"isPutAway":false}'
ask 200 GET "/api/documents/$document/content" -H "$member"
tag=$(header etag)
ask 304 GET "/api/documents/$document/content" -H "$member" -H "If-None-Match: $tag"
ask 206 GET "/api/documents/$document/content" -H "$member" -H 'Range: bytes=0-4'
[ "$(cat "$body")" = '%PDF-' ]
ask 416 GET "/api/documents/$document/content" -H "$member" -H 'Range: bytes=999999999-'
ask 200 HEAD "/api/documents/$document/content" -H "$member"
# After the first start texts are extracted in the background: this one may take a moment.
for _ in $(seq 60); do
  curl -sSf -o "$body" -H "$member" "$portal/api/documents/$document/text" 2> /dev/null && break
  sleep 1
done
ask 200 GET "/api/documents/$document/text" -H "$member"
ask 200 GET "/api/documents/$document/versions" -H "$member"
is 'it.shown === 1 && it.versions[0].state === "kept" && it.mapped === undefined'
ask 200 GET "/api/documents/$document/text?version=1" -H "$member"
ask 404 GET "/api/documents/$document/text?version=2" -H "$member"
ask 404 GET "/api/documents/$document/changes" -H "$member"
ask 200 GET "/api/documents/$document/changes?from=1&to=1" -H "$member"
is 'it.state === "compared" && it.summary === "Nothing changed"'
ask 404 GET "/api/documents/$document/changes?against=no-such-paper" -H "$member"
ask 403 POST "/api/documents/$document/versions/1/withdraw" -H "$member" -H "$json" -d '{"reason":"None"}'
ask 200 GET '/api/search?q=budget&limit=5' -H "$member"
ask 200 GET '/api/search/everything?q=budget&kinds=paper,note&limit=5' -H "$member"
is '"paper" in it.counts && it.found.every(({ kind }) => kind === "paper" || kind === "note")'
ask 400 GET '/api/search/everything?q=budget&year=2026' -H "$member"
ask 403 GET '/api/drive/files?pageSize=5' -H "$member"
ask 200 GET '/api/drive/files?pageSize=5' -H "$admin"

echo '— An export of the foundation, from its start to its bytes'
ask 200 POST /api/exports -H "$admin"
export_path="/api/exports/$(field it.id)"
for _ in $(seq 120); do
  ask 200 GET "$export_path" -H "$admin"
  [ "$(field it.status)" = running ] || break
  sleep 1
done
is 'it.status === "completed" && it.damaged === 0'
ask 200 GET /api/exports -H "$admin"
ask 200 GET "$export_path/file/check" -H "$admin"
ask 206 GET "$export_path/file" -H "$admin" -H 'Range: bytes=0-3'
[ "$(head -c 2 "$body")" = PK ]
ask 403 GET "$export_path/file" -H "$member"
ask 204 DELETE "$export_path" -H "$admin"

echo '— A slot and what stands in it'
slot=/api/resource-mappings/meeting-2098-q1-additional-material-5
ask 200 GET /api/resource-mappings -H "$member"
ask 200 GET '/api/resource-mappings?latest=true' -H "$member"
ask 200 GET '/api/resource-mappings?year=2026&quarter=4' -H "$member"
ask 200 GET /api/meetings -H "$member"
change="{\"documentId\":\"$document\",\"title\":\"Shown by the tour\"}"
ask 403 PUT "$slot" -H "$member" -H "$json" -H 'If-None-Match: *' -d "$change"
ask 428 PUT "$slot" -H "$admin" -H "$json" -d "$change"
ask 200 PUT "$slot" -H "$admin" -H "$json" -H "$(revision "$slot")" -d "$change"
saved=$(field it.revision)
ask 412 PUT "$slot" -H "$admin" -H "$json" -H 'If-Match: "999"' -d '{"title":"Too late"}'
is "it.code === 'stale' && it.current.revision === $saved"
ask 400 PUT "$slot" -H "$admin" -H "$json" -H "If-Match: \"$saved\"" -d '{"year":"soon"}'
is "it.fields[0].path === 'body.year'"
ask 200 GET "$slot" -H "$member"
ask 200 GET "/api/documents/$document/notes" -H "$member"
erasures=$(field it.erasures)
note=$(node -p 'JSON.stringify({ id: crypto.randomUUID(), createdAt: new Date().toISOString(), color: "yellow", text: "Ask", target: { version: 1, selector: [{ type: "FragmentSelector", conformsTo: "http://tools.ietf.org/rfc/rfc3778", value: "page=1" }] } })')
ask 200 PUT /api/notes -H "$member" -H "$json" -d "{\"documentId\":\"$document\",\"erasures\":$erasures,\"notes\":[$note],\"removed\":[]}"
ask 200 PUT "$slot" -H "$admin" -H "$json" -H "If-Match: \"$saved\"" -d "{\"documentId\":\"$other\"}"
saved=$(field it.revision)
ask 200 GET "/api/documents/$other/notes" -H "$member"
is "it.earlier.some(({ documentId }) => documentId === '$document')"
ask 200 POST /api/notes/earlier -H "$member" -H "$json" -d "{\"documentId\":\"$other\",\"earlier\":\"$document\",\"answer\":\"bring\"}"
is "it.notes.length === 1"
ask 204 DELETE /api/notes -H "$member"
papers="{\"papers\":[{\"materialType\":\"additional-material-4\",\"documentId\":\"$document\",\"title\":\"Mapped by the tour\",\"revision\":\"new\"}]}"
ask 403 POST /api/meetings/2098/1/papers -H "$member" -H "$json" -d "$papers"
ask 200 POST /api/meetings/2098/1/papers -H "$admin" -H "$json" -d "$papers"
is "it.papers[0].outcome === 'mapped'"
mapped=$(field it.papers[0].mapping.revision)
hidden="{\"active\":false,\"slots\":[{\"id\":\"meeting-2098-q1-additional-material-4\",\"revision\":$mapped}]}"
ask 403 POST /api/resource-mappings/active -H "$member" -H "$json" -d "$hidden"
ask 200 POST /api/resource-mappings/active -H "$admin" -H "$json" -d "$hidden"
is "it.mappings[0].active === false"
undo='{"changes":[{"subject":"meeting-2098-q1-additional-material-4","what":"mapping saved"}]}'
reactivated=$(field 'it.mappings[0].revision')
ask 403 POST /api/undo -H "$member" -H "$json" -d "$undo"
ask 200 POST /api/undo -H "$admin" -H "$json" -d "$undo"
is "it.undone.length === 1"
reactivated=$((reactivated + 1))
copies="{\"from\":{\"year\":2098,\"quarter\":1},\"slots\":[{\"materialType\":\"additional-material-4\",\"revision\":$reactivated,\"target\":\"new\"}]}"
ask 403 POST /api/meetings/2098/2/copies -H "$member" -H "$json" -d "$copies"
ask 200 POST /api/meetings/2098/2/copies -H "$admin" -H "$json" -d "$copies"
is "it.mappings[0].title === 'Mapped by the tour'"
publication=/api/meetings/2098/2/publication
ask 403 GET "$publication" -H "$member"
ask 200 GET "$publication" -H "$admin"
ask 403 PUT "$publication" -H "$member" -H "$json" -H 'If-Match: "1"' -d '{"state":"published"}'
ask 200 PUT "$publication" -H "$admin" -H "$json" -H "$(revision "$publication")" -d '{"state":"published"}'
is "it.state === 'published'"
ask 200 GET /api/resource-mappings/meeting-2098-q2-additional-material-4 -H "$member"
ask 200 PUT "$publication" -H "$admin" -H "$json" -H "$(revision "$publication")" -d '{"state":"preparation"}'
ask 404 GET /api/resource-mappings/meeting-2098-q2-additional-material-4 -H "$member"
upload=/api/uploads/$(node -p 'crypto.randomUUID()')
start='{"name":"Notes of the tour.txt","folder":"","size":5,"modified":"2026-11-01T09:00:00Z"}'
hash=$(node -p 'require("node:crypto").createHash("sha256").update("notes").digest("hex")')
ask 403 PUT "$upload" -H "$member" -H "$json" -d "$start"
ask 200 PUT "$upload" -H "$admin" -H "$json" -d "$start"
ask 422 PUT "$upload/parts/0/$hash" -H "$admin" -H 'Content-Type: application/octet-stream' -d 'note'
ask 200 PUT "$upload/parts/0/$hash" -H "$admin" -H 'Content-Type: application/octet-stream' -d 'notes'
ask 200 POST "$upload/complete" -H "$admin" -H "$json" -d "{\"parts\":[\"$hash\"]}"
is "it.document.source === 'upload'"
uploaded=$(field it.document.id)
ask 403 GET /api/uploads -H "$member"
ask 200 GET '/api/uploads?q=tour' -H "$admin"
at="If-Match: \"$(field "it.papers.find(({ document }) => document.id === '$uploaded').revision")\""
ask 404 GET "/api/documents/$uploaded" -H "$member"
ask 200 GET /api/uploads/corrections -H "$admin"
ask 403 POST "/api/documents/$uploaded/correction" -H "$member" -H "$json" -H "$at" -d '{"answer":"another","of":"other"}'
ask 200 POST "/api/documents/$uploaded/correction" -H "$admin" -H "$json" -H "$at" -d '{"answer":"another","of":"other"}'
ask 200 GET '/api/uploads?q=tour' -H "$admin"
at="If-Match: \"$(field "it.papers.find(({ document }) => document.id === '$uploaded').revision")\""
ask 403 PATCH "/api/documents/$uploaded" -H "$member" -H "$json" -H "$at" -d '{"name":"Tour.txt"}'
ask 200 PATCH "/api/documents/$uploaded" -H "$admin" -H "$json" -H "$at" -d '{"name":"Tour.txt"}'
at="If-Match: \"$(field it.revision)\""
ask 403 DELETE "/api/documents/$uploaded" -H "$member" -H "$at"
ask 204 DELETE "/api/documents/$uploaded" -H "$admin" -H "$at"
folders=/api/drive/folders
ask 403 GET "$folders" -H "$member"
ask 200 GET "$folders" -H "$admin"
ask 403 PUT "$folders" -H "$member" -H "$json" -H 'If-None-Match: *' -d '{"folder":"Tour","closed":true}'
ask 200 PUT "$folders" -H "$admin" -H "$json" -H 'If-None-Match: *' -d '{"folder":"Tour","closed":false}'
ask 204 DELETE "$upload" -H "$admin"
pixel=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
ask 200 PUT "$slot" -H "$admin" -H "$json" -H "If-Match: \"$saved\"" -d "{\"cardImage\":\"data:image/png;base64,$pixel\"}"
ask 200 GET "$(field it.cardImage)" -H "$member"
ask 200 GET /api/meetings/2098/1/materials/additional-material-5 -H "$member"
is "it.kind === 'document'"

echo '— A quarter’s papers as one board book'
book=/api/meetings/2098/1/book
ask 200 POST "$book" -H "$member" -H "$json" -d '{}'
until ask 200 GET "$book" -H "$member"; [ "$(field it.state)" != making ]; do sleep 1; done
is "it.state === 'ready'"
made=$(field it.book.id)
ask 206 GET "$book/$made/file" -H "$member" -H 'Range: bytes=0-4'
ask 404 GET "$book/${made//[a-f]/0}/file" -H "$member"
ask 200 PUT "$book/copy" -H "$member" -H "$json" -d "{\"id\":\"$made\"}"
is "it.copy.id === '$made'"
ask 200 GET "$book?changes=true" -H "$member"
ask 403 DELETE "$slot" -H "$member" -H "$(revision "$slot")"
ask 412 DELETE "$slot" -H "$admin" -H 'If-Match: "999"'
ask 200 DELETE "$slot" -H "$admin" -H "$(revision "$slot")"
is '!it.documentId'
ask 404 GET /api/meetings/2098/1/materials/additional-material-5 -H "$member"

echo '— An agenda, from draft to published, and to another quarter'
agenda=/api/agendas/2098/1
content='{"title":"Board meeting","date":"2098-02-03","time":"09:00","items":[{"title":"Welcome","duration":5,"papers":[{"materialType":"budget-update","pages":"3-5"}]}]}'
ask 200 PUT "$agenda" -H "$admin" -H "$json" -H "$(revision "$agenda")" -d "$content"
ask 200 PUT "$agenda/status" -H "$admin" -H "$json" -H "$(revision "$agenda")" -d '{"status":"draft"}'
ask 404 GET "$agenda" -H "$member"
is "it.code === 'notPublished'"
ask 200 PUT "$agenda/status" -H "$admin" -H "$json" -H "$(revision "$agenda")" -d '{"status":"published"}'
ask 200 GET "$agenda" -H "$member"
ask 200 GET /api/agendas -H "$member"
source=/api/resource-mappings/meeting-2098-q1-agenda
ask 200 PUT /api/meetings/2098/1/agenda-source -H "$admin" -H "$json" -H "$(revision "$source")" -d '{"mode":"native"}'
ask 200 GET /api/meetings/2098/1/materials/agenda -H "$member"
is "it.kind === 'native'"
ask 200 POST /api/meetings/2098/2/prepare -H "$admin"
there=$(revision /api/agendas/2098/3 | sed -n 's/^If-Match: "\(.*\)"$/\1/p')
ask 200 POST "$agenda/move" -H "$admin" -H "$json" -H "$(revision "$agenda")" \
  -d "{\"date\":\"2098-08-05\"${there:+,\"overwrite\":$there}}"
is 'it.quarter === 3'
moved=/api/agendas/2098/3
ask 409 DELETE "$moved" -H "$admin" -H "$(revision "$moved")"
is "it.code === 'confirmationRequired'"
ask 200 DELETE "$moved?confirmed=true" -H "$admin" -H "$(revision "$moved")"
is "it.mapping.mode === 'drive'"
ask 404 GET "$moved" -H "$admin"

echo '— A meeting of any body'
key=$(node -p 'crypto.randomUUID()')
special="{\"key\":\"$key\",\"body\":\"board\",\"kind\":\"special\",\"date\":\"2098-05-06\"}"
ask 403 POST /api/meetings -H "$member" -H "$json" -d "$special"
ask 200 POST /api/meetings -H "$admin" -H "$json" -d "$special"
is "it.stage === 'planned'"
special=$(field it.id)
ask 404 GET "/api/all-meetings/$special" -H "$member"
ask 200 GET "/api/all-meetings/$special" -H "$admin"
is 'it.inPreparation'
ask 200 PUT "/api/meetings/$special/publication" -H "$admin" -H "$json" -H "$(revision "/api/meetings/$special/publication")" -d '{"state":"published"}'
ask 200 GET "/api/all-meetings?from=2098-05-01&to=2098-05-31" -H "$member"
is 'it.meetings.length > 0'
ask 403 PUT "/api/meetings/$special/agenda-source" -H "$member" -H "$json" -H 'If-None-Match: *' -d '{"mode":"drive"}'
ask 200 PUT "/api/meetings/$special/agenda-source" -H "$admin" -H "$json" -H 'If-None-Match: *' -d '{"mode":"drive","acceptEmpty":true}'
is "it.mode === 'drive'"
ask 200 PUT "/api/meetings/$special/agenda-source" -H "$admin" -H "$json" -H "$(revision "/api/resource-mappings/meeting-$special--agenda")" -d '{"mode":"native"}'
ask 200 PUT "/api/resource-mappings/meeting-$special--minutes" -H "$admin" -H "$json" -H 'If-None-Match: *' -d '{"title":"Minutes"}'
later=${special/05-06/05-07}
ask 200 POST /api/meetings -H "$admin" -H "$json" -d "{\"key\":\"$(node -p 'crypto.randomUUID()')\",\"body\":\"board\",\"kind\":\"special\",\"date\":\"2098-05-07\"}"
copies="{\"fromMeeting\":\"$special\",\"slots\":[{\"materialType\":\"minutes\",\"revision\":1,\"target\":\"new\"}]}"
ask 403 POST "/api/meetings/$later/copies" -H "$member" -H "$json" -d "$copies"
ask 200 POST "/api/meetings/$later/copies" -H "$admin" -H "$json" -d "$copies"
is "it.mappings[0].title === 'Minutes'"
ask 200 GET "/api/notices/$special" -H "$admin"
is "it.state === 'notStarted'"
ask 403 POST "/api/notices/$special/start" -H "$member"
ask 200 POST "/api/notices/$special/start" -H "$admin"
is "it.state === 'started'"
ask 200 PUT "/api/notices/$special/pause" -H "$admin" -H "$json" -d '{"paused":true}'
ask 404 PUT "/api/notices/$special/waivers/nobody" -H "$admin" -H "$json" -d '{"remark":"By telephone"}'
ask 200 GET /api/notices -H "$admin"
ask 403 POST "/api/notices/$special/formal" -H "$member" -H "$json" -d '{"id":"tour-notice"}'
ask 200 GET "/api/own-notices/$special/waiver" -H "$member"
is "it.canWaive"
ask 200 PUT "/api/own-notices/$special/waiver" -H "$member"
is "it.waivedAt"
ask 200 GET /api/own-notices -H "$member"
ask 200 PUT /api/own-notices -H "$member" -H "$json" -d '{"frequency":"daily","papers":true,"meetings":true,"questions":true,"reminders":true}'
ask 403 GET /api/calendar/matches -H "$member"
ask 200 GET /api/calendar/matches -H "$admin"
is 'Array.isArray(it.matches)'
ask 404 PUT "/api/meetings/$special/event" -H "$admin" -H "$json" -H "$(revision "/api/agendas/$special")" -d '{"event":"no-such-event"}'
ask 200 PUT "/api/meetings/$special/event" -H "$admin" -H "$json" -H "$(revision "/api/agendas/$special")" -d '{}'
ask 200 PUT "/api/meetings/$special/stage" -H "$admin" -H "$json" -H "$(revision "/api/agendas/$special")" -d '{"stage":"cancelled"}'
is "it.stage === 'cancelled'"

echo '— The database'
ask 200 GET /api/database/damage -H "$admin"
ask 403 GET /api/database/damage -H "$member"

echo '— A new time zone'
ask 200 POST /api/agendas/2026/4/editing -H "$admin" -H "$json" -d '{"page": "tour"}'
ask 200 GET /api/resource-mappings/meeting-2026-q4-budget-update/audience -H "$admin"
ask 200 PUT /api/resource-mappings/meeting-2026-q4-budget-update/audience -H "$admin" -H "$json" -H 'If-None-Match: *' -d '{"audience": {"who": "everybody"}}'
ask 200 POST /api/agendas/2026/4/audience -H "$admin" -H "$json" -d '{"audience": {"who": "voting"}}'
is 'it.readers.count >= 0'
ask 403 POST /api/agendas/2026/4/editing -H "$member" -H "$json" -d '{"page": "tour"}'
ask 200 GET /api/agendas/zone-change -H "$admin"
ask 403 GET /api/agendas/zone-change -H "$member"
ask 200 POST /api/agendas/zone-change -H "$admin" -H "$json" \
  -d '{"from":"Europe/Paris","to":"America/Los_Angeles","keep":"clock"}'

echo '— An agenda template'
template=tour-$(node -p 'crypto.randomUUID()')
ask 403 GET /api/agenda-templates -H "$member"
ask 200 POST /api/agenda-templates -H "$admin" -H "$json" \
  -d "{\"id\":\"$template\",\"name\":\"$template\",\"time\":\"09:00\",\"items\":[{\"title\":\"Welcome\",\"duration\":5}]}"
ask 200 PUT "/api/agenda-templates/$template" -H "$admin" -H "$json" -H "If-Match: \"$(field it.revision)\"" -d "{\"name\":\"$template again\"}"
templated=$(field it.revision)
ask 200 GET /api/agenda-templates -H "$admin"
ask 200 DELETE "/api/agenda-templates/$template" -H "$admin" -H "If-Match: \"$templated\""

echo '— The calendar'
ask 200 GET '/api/calendar/events/upcoming?limit=3' -H "$member"
event=$(node -p 'encodeURIComponent(process.argv[1])' "$(field 'it[0].id')")
ask 200 GET '/api/calendar/events?from=2026-11-01&to=2026-12-01' -H "$member"
ask 400 GET '/api/calendar/events?from=2025-02-30&to=2025-03-01' -H "$member"
ask 200 GET "/api/calendar/events/$event" -H "$member"
ask 200 GET "/api/calendar/events/$event/ics" -H "$member"
ask 200 GET /api/calendar/problems -H "$admin"
ask 403 GET /api/calendar/problems -H "$member"

echo '— The directory, by forms'
mine=tour-$(node -p 'crypto.randomUUID()')
ask 200 POST /api/directory -H "$admin" -F "id=$mine" -F 'name=Tour Guide' -F role=Guide -F type=staff
ask 200 GET "/api/directory/$mine" -H "$member"
ask 200 PUT "/api/directory/$mine" -H "$admin" -H "If-Match: \"$(field it.revision)\"" -F 'phone=+1 555 0100'
ask 200 DELETE "/api/directory/$mine" -H "$admin" -H "If-Match: \"$(field it.revision)\""

# The board, its committees, and who is in them.
ask 403 GET /api/admin/bodies -H "$member"
ask 200 GET /api/admin/bodies -H "$admin"
# An earlier tour has dissolved it.
known=$(field "it.bodies.find(({ id }) => id === 'tour')?.revision ?? 0")
[ "$known" = 0 ] && based='If-None-Match: *' || based="If-Match: \"$known\""
ask 403 PUT /api/bodies/tour -H "$member" -H "$json" -H "$based" -d '{"name":"Mine"}'
ask 200 PUT /api/bodies/tour -H "$admin" -H "$json" -H "$based" -d '{"name":"Tour Committee","state":"active"}'
committee=$(field it.revision)
ask 200 POST /api/directory -H "$admin" -F "id=$mine-member" -F 'name=Tour Member' -F role=Trustee -F type=board
guest=$(field it.revision)
held="\"office\":\"chair\",\"voting\":true,\"from\":\"2026-01-01\""
ask 200 POST /api/terms -H "$admin" -H "$json" -d "{\"terms\":[{\"person\":\"$mine-member\",\"body\":\"tour\",$held}]}"
term=$(field 'it.terms[0].id')
ask 403 POST /api/terms -H "$member" -H "$json" -d '{"terms":[]}'
ask 200 GET /api/bodies -H "$member"
is "it.terms.some(({ body }) => body === 'tour')"
ask 200 GET /api/bodies/tour/people -H "$member"
is "it[0].id === '$mine-member'"
ask 200 PUT "/api/terms/$term" -H "$admin" -H "$json" -H 'If-Match: "1"' -d "{$held,\"to\":\"2026-01-31\"}"
ask 200 GET /api/admin/bodies -H "$admin"
ask 200 GET '/api/bodies/tour/access?openTo=members' -H "$admin"
is 'it.gains.count > 0 && it.loses.count === 0'
ask 200 PUT /api/bodies/tour/access -H "$admin" -H "$json" -H "If-Match: \"$committee\"" -d '{"openTo":"members"}'
committee=$(field it.revision)
ask 200 PUT /api/bodies/tour/access -H "$admin" -H "$json" -H "If-Match: \"$committee\"" -d '{"openTo":"terms"}'
committee=$(field it.revision)
ask 204 POST "/api/directory/$mine-member/end-terms" -H "$admin"
ask 200 GET /api/admin/bodies -H "$admin"
ask 200 DELETE "/api/terms/$term" -H "$admin" -H "If-Match: \"$(field "it.terms.find(({ id }) => id === '$term').revision")\""
ask 200 PUT /api/bodies/tour -H "$admin" -H "$json" -H "If-Match: \"$committee\"" -d '{"state":"dissolved"}'
ask 200 DELETE "/api/directory/$mine-member" -H "$admin" -H "If-Match: \"$guest\""

# Guests are invited to items of a meeting; assistants work for a person. Both have accounts that end with their access.
agenda_of_tour=/api/agendas/2098/4
ask 200 GET /api/agendas -H "$admin"
if [ "$(field "it.some(({ id }) => id === '2098-Q4')")" = false ]; then
  ask 200 PUT "$agenda_of_tour" -H "$admin" -H "$json" -H 'If-None-Match: *' \
    -d '{"title":"Tour","date":"2098-11-05","items":[{"id":"audit","title":"Audit"}]}'
fi
invited="\"who\":{\"name\":\"Tour Visitor\",\"email\":\"$mine@elsewhere.example\"},\"meeting\":\"2098-Q4\",\"items\":[\"audit\"]"
ask 403 POST /api/invitations -H "$member" -H "$json" -d "{$invited,\"until\":\"2098-11-06\"}"
ask 200 POST /api/invitations -H "$admin" -H "$json" -d "{$invited,\"until\":\"2098-11-06\"}"
invitation=$(field it.invitation.id)
visitor=$(field it.account)
ask 200 PUT "/api/invitations/$invitation" -H "$admin" -H "$json" -H 'If-Match: "1"' -d '{"items":["audit"],"until":"2098-11-07"}'
ask 200 GET /api/admin/guests -H "$admin"
is "it.guests.some(({ uid }) => uid === '$visitor')"
ask 204 DELETE "/api/invitations/$invitation" -H "$admin"
ask 204 DELETE "/api/guests/$visitor" -H "$admin"
ask 200 POST /api/invitations -H "$admin" -H "$json" -d "{\"who\":{\"name\":\"Tour Newcomer\",\"email\":\"$mine-newcomer@elsewhere.example\"},\"meeting\":\"2098-Q4\",\"items\":[\"audit\"],\"until\":\"2098-11-06\"}"
newcomer=$(field it.account)
ask 204 POST "/api/guests/$newcomer/membership" -H "$admin"
ask 204 DELETE "/api/admin/users/$newcomer" -H "$admin"
ask 403 GET /api/admin/guests -H "$member"
ask 403 GET /api/mails -H "$member"
ask 200 POST /api/mails/test -H "$admin" -H "$json" -d "{\"id\":\"$(node -p 'crypto.randomUUID()')\"}"
mail=$(field it.id)
ask 200 GET /api/mails -H "$admin"
is "it.mails.some(({ id }) => id === '$mail')"
ask 200 GET "/api/mails/$mail" -H "$admin"
ask 200 GET /api/calendar-answers/aside -H "$admin"
ask 404 POST /api/mails/nothing/send-again -H "$admin" -H "$json" -d '{"evenIfUnknown":false}'
ask 409 POST /api/assistants -H "$admin" -H "$json" -d "{\"name\":\"Tour Aide\",\"email\":\"$mine-aide@elsewhere.example\",\"assists\":\"nobody\"}"
ask 200 GET /api/own-meetings -H "$member"
ask 200 PUT /api/own-feed/address -H "$member" -H "$json" -d "{\"nonce\":\"$mine\"}"
feed=$(field it.path)
ask 200 GET "$feed"
ask 200 PUT /api/own-feed/meetings-by -H "$member" -H "$json" -d '{"meetingsBy":"feed"}'
ask 200 GET /api/own-feed -H "$member"
ask 204 DELETE /api/own-feed/address -H "$member"
ask 404 GET "$feed"
ask 200 GET /api/assistants -H "$member"
ask 404 PUT /api/assistants/nobody -H "$member" -H "$json" -d '{"mayReply":true}'
ask 404 DELETE /api/assistants/nobody -H "$member"
ask 200 POST /api/assistants -H "$admin" -H "$json" -d "{\"name\":\"Tour Aide\",\"email\":\"$mine-aide@elsewhere.example\",\"assists\":\"maria-lopez\"}"
aide=$(field it.uid)
ask 200 PUT "/api/assistants/$aide" -H "$member" -H "$json" -d '{"mayReply":true}'
ask 204 DELETE "/api/assistants/$aide" -H "$member"

# Replies to a meeting: the tour's board has no meeting with a date to come that its members see.
ask 200 GET /api/own-replies -H "$member"
reply='{"answer":"video","time":{"date":"2098-11-05","time":"09:00","endTime":"10:00"}}'
ask 404 PUT /api/own-replies/2098-Q3 -H "$member" -H "$json" -H 'If-None-Match: *' -d "$reply"
ask 404 GET /api/all-meetings/2098-Q3/replies -H "$admin"
ask 404 PUT /api/all-meetings/2098-Q3/replies/maria-lopez -H "$admin" -H "$json" -H 'If-None-Match: *' -d "$reply"
ask 404 POST /api/all-meetings/2098-Q3/reply-requests -H "$admin" -H "$json" -d '{"id":"00000000-0000-4000-8000-000000000001"}'
# Members ask about items of a meeting and flag consent items; the presenter, the chair and staff answer.
asked_at=/api/agendas/2097/4
ask 200 GET /api/agendas -H "$admin"
if [ "$(field "it.some(({ id }) => id === '2097-Q4')")" = false ]; then
  ask 200 PUT "$asked_at/status" -H "$admin" -H "$json" -H 'If-None-Match: *' \
    -d '{"status":"published","content":{"title":"Tour","date":"2097-11-05","items":[{"id":"minutes","title":"Minutes","type":"consent"}]}}'
fi
asked=$(node -p 'crypto.randomUUID()')
ask 200 POST "$asked_at/questions" -H "$member" -H "$json" -d "{\"id\":\"$asked\",\"item\":\"minutes\",\"text\":\"Which minutes?\",\"audience\":\"item\"}"
ask 200 PUT "$asked_at/questions/$asked" -H "$member" -H "$json" -H 'If-Match: "1"' -d '{"text":"Whose minutes?","audience":"private"}'
ask 200 POST "$asked_at/questions/$asked/answers" -H "$admin" -H "$json" -d "{\"id\":\"$(node -p 'crypto.randomUUID()')\",\"text\":\"Those of the tour.\",\"seenBy\":\"asker\"}"
ask 409 POST "$asked_at/questions/$asked/withdrawal" -H "$member"
withdrawn=$(node -p 'crypto.randomUUID()')
ask 200 POST "$asked_at/questions" -H "$member" -H "$json" -d "{\"id\":\"$withdrawn\",\"item\":\"minutes\",\"text\":\"Is this one needed?\",\"audience\":\"item\"}"
ask 200 POST "$asked_at/questions/$withdrawn/withdrawal" -H "$member"
ask 404 GET "$asked_at/questions/$asked/place" -H "$member"
ask 200 PUT "$asked_at/flag" -H "$member" -H "$json" -d '{"item":"minutes","flagged":true}'
ask 200 GET "$asked_at/questions" -H "$member"
is "it.questions.some(({ id, answers }) => id === '$asked' && answers.length === 1) && it.flags.length === 1"
ask 200 PUT "$asked_at/flag" -H "$member" -H "$json" -d '{"item":"minutes","flagged":false}'

# A list of people: each gets an entry, and an account if the list has an address.
listed='{"people":[{"name":"Tour Guide","role":"Guide","type":"staff"}],"accounts":true}'
ask 200 POST /api/people/import -H "$admin" -H "$json" -d "$listed"
guide=$(field 'it.people[0].id')
ask 200 POST /api/people/import -H "$admin" -H "$json" -d "$listed"
is "it.people[0].id === '$guide' && it.people[0].entry !== 'refused'"
ask 403 POST /api/people/import -H "$member" -H "$json" -d "$listed"
ask 200 GET /api/people/not-linked -H "$admin"
is "it.entries.some((entry) => entry.id === '$guide' && entry.reason === 'noAddress')"
ask 403 GET /api/people/not-linked -H "$member"
ask 200 GET "/api/admin/people?entry=$guide" -H "$admin"
is "it.entry.id === '$guide' && it.account === undefined"
ask 403 GET "/api/admin/people?entry=$guide" -H "$member"
ask 200 GET "/api/directory/$guide" -H "$admin"
ask 200 PUT "/api/directory/$guide/account" -H "$admin" -H "$json" -H "If-Match: \"$(field it.revision)\"" -d '{"account":""}'
ask 200 DELETE "/api/directory/$guide" -H "$admin" -H "If-Match: \"$(field it.revision)\""

echo '— A sync with the drive'
# Starts a sync and waits for its end; afterwards the latest answer is its status.
sync() {
  ask 200 POST /api/sync/trigger -H "$admin"
  while :; do
    ask 200 GET /api/sync/status -H "$admin"
    [ "$(field it.status)" != running ] && [ "$(field 'it.removing ?? 0')" = 0 ] && break
    sleep 1
  done
  is "it.status === 'completed'"
}
sync

# If the drive's folder is on this machine: removes a paper of the coming meeting, which an admin must confirm.
if [ -n "${DRIVE:-}" ]; then
  ask 200 GET '/api/calendar/events/upcoming?limit=1' -H "$admin"
  year=$(field 'it[0].start.dateTime.slice(0, 4)')
  quarter=$(field 'Math.ceil(Number(it[0].start.dateTime.slice(5, 7)) / 3)')
  ask 200 GET /api/resource-mappings -H "$admin"
  paper=$(field "Object.entries(it).find(([id, { documentId }]) => id.startsWith('meeting-$year-q$quarter-') && documentId)[1].documentId")
  ask 200 GET "/api/documents/$paper" -H "$admin"
  file=$(field '[it.path, it.name].filter(Boolean).join("/")')
  mv "$DRIVE/$file" "$work/paper"
  sync
  is 'it.held.total === 1'
  ask 412 POST /api/sync/removals -H "$admin" -H 'If-Match: "1000000"'
  ask 200 GET /api/sync/status -H "$admin"
  ask 200 POST /api/sync/removals -H "$admin" -H "If-Match: \"$(field it.held.revision)\""
  sync
  ask 404 GET "/api/documents/$paper" -H "$admin"
  mv "$work/paper" "$DRIVE/$file"
  sync
  ask 200 GET "/api/documents/$paper" -H "$admin"
  # Withdraws the paper's only version; it stays withdrawn when the drive is synced.
  ask 200 POST "/api/documents/$paper/versions/1/withdraw" -H "$admin" -H "$json" -d '{"reason":"Tour"}'
  is 'it.state === "withdrawn"'
  ask 410 GET "/api/documents/$paper/content" -H "$member"
fi

echo '— Accounts and admins'
email="tour-$(date +%s)@$domain"
ask 200 GET '/api/admin/users?limit=10' -H "$admin"
ask 200 POST /api/admin/users/create -H "$admin" -H "$json" \
  -d "{\"email\":\"$email\",\"password\":\"a long way round\",\"displayName\":\"Tour Guest\"}"
uid=$(field it.uid)
ask 200 PATCH "/api/admin/users/$uid" -H "$admin" -H "$json" -d '{"displayName":"Guest"}'
ask 200 POST "/api/admin/users/$uid/reset-link" -H "$admin"

echo '— Signing in at the portal, which leaves that to another service here'
ask 401 POST /api/identity/sign-in -H "$json" -d "{\"email\":\"$email\",\"password\":\"a long way round\"}"
ask 401 POST /api/identity/code -H "$json" -d '{"step":"none","code":"000000"}'
ask 401 POST /api/identity/token
ask 204 DELETE /api/identity/token
ask 401 POST /api/identity/second-factor -H "$json" -d '{"token":"none"}'
ask 401 POST /api/identity/second-factor/confirm -H "$json" -d '{"token":"none","step":"none","code":"000000"}'
ask 401 POST /api/identity/link -H "$json" -d '{"link":"none"}'
ask 401 POST /api/identity/password -H "$json" -d '{"link":"none","password":"a long way round"}'
ask 404 POST /api/identity/issuer -H "$json" -d '{}'
ask 200 GET /api/identity/issuer/return
ask 401 POST /api/identity/issuer/finish -H "$json" -d '{}'

echo '— Sign-ins and the second factor'
# A token from the second in which sign-ins ended has ended with them.
sign_in_guest() {
  sleep 1.1
  ask 200 POST "$identity:signInWithPassword?key=demo" -H "$json" \
    -d "{\"email\":\"$email\",\"password\":\"a long way round\",\"returnSecureToken\":true}"
  guest="Authorization: Bearer $(field it.idToken)"
}
sign_in_guest
ask 200 POST /api/second-factor -H "$guest"
is '!it.isOn'
ask 204 DELETE /api/second-factor/notice -H "$guest"
ask 204 DELETE /api/second-factor -H "$guest"
# Nothing is closed: an admin has only created the account.
ask 204 POST /api/own-records/open -H "$guest"
ask 204 DELETE /api/password-notice -H "$guest"
ask 200 GET /api/own-data -H "$guest"
ask 200 GET /api/sign-ins -H "$guest"
ask 204 DELETE "/api/sign-ins/$(field 'it.signIns[0].id')" -H "$guest"
ask 401 GET /api/sign-ins -H "$guest"
sign_in_guest
ask 204 POST /api/sign-ins/end-all -H "$guest"
ask 401 GET /api/sign-ins -H "$guest"
sign_in_guest
ask 200 GET "/api/admin/users/$uid/access" -H "$admin"
ask 200 POST "/api/admin/users/$uid/reset-second-factor" -H "$admin"
ask 204 POST "/api/admin/own-records/$uid/open" -H "$admin"
ask 204 POST "/api/admin/users/$uid/sign-out" -H "$admin"
ask 401 GET /api/sign-ins -H "$guest"
ask 200 POST "/api/admin/users/$uid/remove-access" -H "$admin"
ask 200 GET "/api/admin/users/$uid/leaving" -H "$admin"
ask 200 PUT "/api/admin/users/$uid/last-day" -H "$admin" -H "$json" -d '{"day":"2100-12-31"}'
is "it.ending.lastDay === '2100-12-31'"
ask 200 PUT "/api/admin/users/$uid/last-day" -H "$admin" -H "$json" -d '{"day":""}'
ask 200 POST "/api/admin/users/$uid/end-now" -H "$admin"
ask 200 POST "/api/admin/users/$uid/hand-over" -H "$admin" -H "$json" -d "{\"to\":\"$admin_email\"}"
ask 204 POST "/api/admin/users/$uid/erase" -H "$admin"
# Sent again, it changes nothing.
ask 204 POST "/api/admin/users/$uid/erase" -H "$admin"
ask 204 DELETE "/api/admin/users/$uid" -H "$admin"
ask 200 GET /api/admin/designated-admins -H "$admin"
ask 200 POST /api/admin/designated-admins -H "$admin" -H "$json" -d "{\"email\":\"$email\"}"
ask 200 DELETE "/api/admin/designated-admins?email=$email" -H "$admin"

echo '— A team that ships its remote itself'
ask 200 POST /api/release-tokens -H "$admin" -H "$json" -d "{\"name\":\"tour $(date +%s)\",\"remote\":\"tour\"}"
release_token_id=$(field it.token.id)
release="Authorization: Bearer $(field it.secret)"
# A new version for each run: a denied one can't be used again.
version="1.0.$(date +%s)"
ask 200 GET /api/release-tokens -H "$admin"
ask 401 GET /api/release-tokens -H "$release"
# A CI provider on this machine: it publishes a key, and has signed a token for one job.
node -e '
  const { generateKeyPairSync, randomUUID, sign } = require("node:crypto")
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const server = require("node:http").createServer((request, response) => {
    const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "tour", alg: "RS256" }]
    response.end(JSON.stringify(request.url === "/keys" ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  let issuer
  server.listen(0, "127.0.0.1", () => {
    issuer = `http://127.0.0.1:${server.address().port}`
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: process.argv[1], sub: "tour", jti: randomUUID(), iat: seconds, exp: seconds + 300,
      repository: "larkspur/tour", repository_id: "1", ref: "refs/heads/main", event_name: "push" }
    const text = (part) => Buffer.from(JSON.stringify(part)).toString("base64url")
    const signed = `${text({ alg: "RS256", kid: "tour" })}.${text(claims)}`
    const token = `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`
    require("node:fs").writeFileSync(process.argv[2], `${issuer} ${token}\n`)
  })
' "$portal" "$work/job" &
provider=$!
trap 'kill "$provider"; rm -rf "$work"' EXIT
until [ -s "$work/job" ]; do sleep 0.1; done
read -r issuer job < "$work/job"
ask 200 POST /api/trusted-pipelines -H "$admin" -H "$json" -d "{\"name\":\"main $(date +%s)\",\"remote\":\"tour\",
  \"issuer\":\"$issuer\",\"audience\":\"$portal\",\"repository\":\"larkspur/tour\",\"repositoryId\":\"1\",\"ref\":\"refs/heads/main\"}"
pipeline=$(field it.pipeline.id)
ask 200 POST /api/release-tokens/exchange -H "$json" -d "{\"remote\":\"tour\",\"token\":\"$job\"}"
exchanged="Authorization: Bearer $(field it.secret)"
ask 401 POST /api/release-tokens/exchange -H "$json" -d "{\"remote\":\"tour\",\"token\":\"$job\"}"
ask 200 GET /api/releases/tour/records -H "$exchanged"
ask 200 GET /api/trusted-pipelines -H "$admin"
ask 204 DELETE "/api/trusted-pipelines/$pipeline" -H "$admin"
ask 401 GET /api/releases/tour/records -H "$exchanged"
printf '/* the tour */' > "$work/container.js"
sha384=$(node -p 'require("node:crypto").hash("sha384", require("node:fs").readFileSync(process.argv[1]))' "$work/container.js")
bytes='Content-Type: application/octet-stream'
ask 200 PUT "/api/releases/tour/files/$sha384" -H "$release" -H "$bytes" --data-binary "@$work/container.js"
ask 200 GET "/api/releases/tour/files/$sha384" -H "$release"
ask 200 GET /api/offered-releases -H "$release"
ask 422 PUT "/api/releases/tour/files/$sha384" -H "$release" -H "$bytes" --data-binary 'other'
ask 403 PUT "/api/releases/directory/files/$sha384" -H "$release" -H "$bytes" --data-binary "@$work/container.js"
record=$(node -p 'JSON.stringify({ name: "tour", contract: 1, routes: ["/tour"], navigation: [], slots: [],
  audience: "admins", release: `${process.argv[2]}-tour`, version: process.argv[2], entry: "container.js", global: "tour_1", shared: {},
  files: [{ file: "container.js", size: 14,
    integrity: `sha384-${Buffer.from(process.argv[1], "hex").toString("base64")}` }],
  preload: {}, contractRange: "^1.0.0", commit: "0123456" })' "$sha384" "$version")
ask 200 POST /api/releases/tour/records -H "$release" -H "$json" -d "$record"
ask 409 POST /api/releases/tour/records -H "$release" -H "$json" -d "${record/\/tour/\/round}"
ask 200 GET /api/releases/tour/records -H "$release"
ask 200 GET /api/releases/tour/records/$version-tour -H "$release"
ask 200 GET /remotes/tour/$version-tour/container.js -H "$release"
ask 404 GET /remotes/tour/$version-tour/container.js
pointer=/api/releases/tour/pointer
move='"reason":"The tour"'
ask 200 PUT /api/releases/tour/cohorts -H "$admin" -H "$json" -H "$(revision /api/releases/tour/cohorts)" \
  -d "{\"qa\":[\"$admin_email\"],\"team\":[\"$(date +%s)@$domain\"]}"
ask 200 GET /api/releases/tour/cohorts -H "$admin"
ask 428 POST /api/releases/tour/promote -H "$release" -H "$json" -d "{\"release\":\"$version-tour\",\"step\":\"qa\",$move}"
ask 422 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
  -d "{\"release\":\"$version-tour\",\"step\":\"50\",$move}"
ask 409 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
  -d "{\"release\":\"$version-tour\",\"step\":\"qa\",$move}"
ask 200 POST /api/releases/tour/records/$version-tour/check -H "$release" -H "$json" -d '{"shell":"none-at-all"}'
# A preview, whose link ends with the secret of which only the hash is sent.
preview=$(node -p 'require("node:crypto").hash("sha256", require("node:crypto").randomBytes(32).toString("base64url"))')
ask 200 PUT "/api/releases/tour/previews/$preview" -H "$release" -H "$json" -d "{\"release\":\"$version-tour\",\"people\":[\"$admin_email\"]}"
ask 409 PUT "/api/releases/tour/previews/$preview" -H "$release" -H "$json" -d "{\"release\":\"$version-tour\",\"people\":[\"$admin_email\"],\"days\":1}"
ask 200 GET /api/releases/tour/previews -H "$release"
is "it.previews[0].id === '$preview'"
ask 204 DELETE "/api/releases/tour/previews/$preview" -H "$release"
ask 200 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
  -d "{\"release\":\"$version-tour\",\"step\":\"qa\",$move}"
ask 200 GET "$pointer" -H "$release"
is "it.candidate.step === 'qa'"
ask 200 GET /api/releases -H "$admin"
# Unapproved releases aren't served to admins, and a token can't promote them further.
ask 200 GET /api/portal -H "$admin"
is "!it.composition.id.includes('tour@$version-tour')"
ask 409 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
  -d "{\"release\":\"$version-tour\",\"step\":\"team\",$move}"
ask 409 POST /api/overrides -H "$admin" -H "$json" -d "{\"remote\":\"tour\",\"release\":\"$version-tour\"}"
ask 200 GET /api/release-notices -H "$admin"
is "it.candidates.some((one) => one.release === '$version-tour')"
ask 401 POST /api/releases/tour/approve -H "$release" -H "$json" -H "$(revision "$pointer")" -d "{\"release\":\"$version-tour\",$move}"
ask 200 POST /api/releases/tour/approve -H "$admin" -H "$json" -H "$(revision "$pointer")" -d "{\"release\":\"$version-tour\",$move}"
ask 200 PUT /api/releases/tour/policy -H "$admin" -H "$json" -H "$(revision /api/releases/tour/policy)" \
  -d '{"approval":"once","stepMinutes":30}'
ask 200 GET /api/releases/tour/policy -H "$release"
is "it.stepMinutes === 30"
ask 200 GET /api/releases/tour/settings -H "$release"
is "it.settings.length === 0 && it.revision === 0"
ask 403 PUT /api/releases/tour/settings -H "$release" -H "$json" -H "If-None-Match: *" -d '{"values":{"greeting":"Hello"}}'
ask 422 PUT /api/releases/tour/settings -H "$admin" -H "$json" -H "If-None-Match: *" -d '{"values":{"greeting":"Hello"}}'
ask 200 PUT /api/releases/tour/settings -H "$admin" -H "$json" -H "If-None-Match: *" -d '{"values":{}}'
if [ -n "${GATE_RUNNER_KEY:-}" ]; then
  runner="X-Gate-Runner-Key: $GATE_RUNNER_KEY"
  ask 409 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
    -d "{\"release\":\"$version-tour\",\"step\":\"team\",$move}"
  ask 403 POST /api/gate-trials/take -H "$admin" -H "$json" -d '{"runner":"tour:1"}'
  ask 200 POST /api/gate-trials/take -H "$runner" -H "$json" -d '{"runner":"tour:1"}'
  is "it.trial.release === '$version-tour'"
  trial="/api/gate-trials/tour/$version-tour"
  shell=$(field it.trial.shell)
  ask 200 POST "$trial/renew" -H "$runner" -H "$json" -d "{\"shell\":\"$shell\",\"lease\":$(field it.trial.lease)}"
  ask 204 POST "$trial/verdict" -H "$runner" -H "$json" \
    -d "{\"shell\":\"$shell\",\"lease\":$(field it.lease),\"runner\":\"tour:1\",\"result\":\"passed\",\"faults\":[]}"
  ask 200 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
    -d "{\"release\":\"$version-tour\",\"step\":\"team\",$move}"
else
  # Nobody has tried this release under the portal's shell, which only an admin may overrule.
  ask 200 POST /api/releases/tour/promote -H "$admin" -H "$json" -H "$(revision "$pointer")" \
    -d "{\"release\":\"$version-tour\",\"step\":\"team\",\"anyway\":true,$move}"
fi
# This step lasts at least half an hour.
ask 409 POST /api/releases/tour/promote -H "$release" -H "$json" -H "$(revision "$pointer")" \
  -d "{\"release\":\"$version-tour\",\"step\":\"10\",$move}"
ask 200 GET /api/portal -H "$admin"
is "it.composition.id.includes('tour@$version-tour')"
ask 200 GET "/api/compositions/$(field 'encodeURIComponent(it.composition.id)')" -H "$admin"
ask 200 POST /api/overrides -H "$admin" -H "$json" -d "{\"remote\":\"tour\",\"release\":\"$version-tour\"}"
ask 403 POST /api/overrides -H "$member" -H "$json" -d "{\"remote\":\"tour\",\"release\":\"$version-tour\"}"
ask 200 POST /api/releases/tour/rollback -H "$release" -H "$json" -H "$(revision "$pointer")" -d "{\"channel\":\"candidate\",$move}"
ask 404 POST /api/releases/tour/deny -H "$release" -H "$json" -H "$(revision "$pointer")" -d "{\"release\":\"1.0.0-none\",$move}"
ask 200 POST /api/releases/tour/deny -H "$release" -H "$json" -H "$(revision "$pointer")" -d "{\"release\":\"$version-tour\",$move}"
ask 200 GET '/api/releases/tour/history?include=all' -H "$release"
is "it.moves.some((one) => one.what === 'approved')"
ask 200 GET /api/releases/tour/health -H "$release"
ask 200 GET /api/releases/tour/records/$version-tour/errors -H "$release"
ask 200 GET /api/release-notices -H "$admin"
# The emergency stop: stops a remote for everyone, and starts it again.
running=/api/releases/directory/pointer
ask 200 POST /api/releases/directory/stop -H "$admin" -H "$json" -H "$(revision "$running")" -d "{$move}"
ask 200 GET /api/portal -H "$member"
is "it.composition.stopped[0].name === 'directory'"
ask 409 POST /api/releases/directory/stop -H "$admin" -H "$json" -H "$(revision "$running")" -d "{$move}"
ask 200 POST /api/releases/directory/resume -H "$admin" -H "$json" -H "$(revision "$running")" -d "{$move}"
ask 204 DELETE "/api/release-notices/tour/$version-tour" -H "$admin"
ask 200 GET "/api/compositions?email=$member_email" -H "$admin"
is 'it.people.length > 0'
ask 204 DELETE "/api/release-tokens/$release_token_id" -H "$admin"
ask 401 GET /api/releases/tour/records -H "$release"

echo '— Who changed what'
ask 200 GET '/api/audit?limit=5' -H "$admin"
is "it.entries.length === 5"
ask 200 GET '/api/audit?order=oldest&limit=1' -H "$admin"
is "it.next"
ask 200 GET '/api/audit?q=release+tour&limit=1' -H "$admin"
is "it.entries.length === 1"
ask 200 GET /api/audit/csv -H "$admin"
ask 403 GET /api/audit -H "$member"

echo '— What is not there'
ask 404 GET /api/nothing
ask 405 DELETE /api/directory -H "$admin"
echo 'The tour is over: every answer was the expected one.'
