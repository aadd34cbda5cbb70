# Creates the namespace and the search attributes of the runs. Run by `sh -eu`; idempotent.
# The temporal command reads TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE itself.

# Retries a command for a minute: a new namespace is usable only after some seconds.
retry() {
  attempts=30
  until "$@"; do
    attempts=$((attempts - 1))
    test "$attempts" -gt 0
    sleep 2
  done
}

list_attributes() {
  known=$(temporal operator search-attribute list)
}

retry temporal operator cluster health
if ! temporal operator namespace describe >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 90d
fi

retry list_attributes
for name in StampingWorkflow StampingAccount StampingFailedNode; do
  case "$known" in
    *"$name"*) ;;
    *) temporal operator search-attribute create --name "$name" --type Keyword ;;
  esac
done
