# The namespace and the search attributes of the runs. Run by `sh -eu`; can be run again.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE are read by the command itself.

# Again until it works, for a minute: the server learns of a new namespace some seconds after it was made.
patiently() {
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

patiently temporal operator cluster health
if ! temporal operator namespace describe >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 90d
fi

patiently list_attributes
for name in StampingWorkflow StampingAccount StampingFailedNode; do
  case "$known" in
    *"$name"*) ;;
    *) temporal operator search-attribute create --name "$name" --type Keyword ;;
  esac
done
