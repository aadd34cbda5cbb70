# Creates Temporal's databases, or updates them to the version of this image. Run by `sh -eu`; idempotent.
# The connection comes from SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD.
prepare() {
  temporal-sql-tool --db "$1" create
  temporal-sql-tool --db "$1" setup-schema -v 0.0
  temporal-sql-tool --db "$1" update-schema --schema-name "postgresql/v12/$2"
}

prepare temporal temporal
prepare temporal_visibility visibility
