"""What Alembic runs: the steps that are missing, on the connection and in the transaction it was given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
