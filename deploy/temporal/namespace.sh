# The namespace and the search attributes of the runs. Run by `sh -eu`; can be run again.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE are read by the command itself.
attempts=30
until temporal operator cluster health; do
  attempts=$((attempts - 1))
  test "$attempts" -gt 0
  sleep 2
done

if ! temporal operator namespace describe >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 90d
fi

known=$(temporal operator search-attribute list)
for name in StampingWorkflow StampingAccount StampingFailedNode; do
  case "$known" in
    *"$name"*) ;;
    *) temporal operator search-attribute create --name "$name" --type Keyword ;;
  esac
done
