"""Every text and blob of every table of a SQLite file, a line of base64 each: large values lie in pieces over its pages."""
import base64, sqlite3, sys

database = sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True)
database.text_factory = bytes
# Columns that compare by a function of the browser's own can be read all the same.
for collation in ('IDBKEY', 'collate_unicode', 'IDBSEQUENCE'):
    database.create_collation(collation, lambda one, other: (one > other) - (one < other))
tables = database.execute("select name from sqlite_master where type = 'table'").fetchall()
for (name,) in tables:
    quoted = name.decode().replace('"', '""')
    for row in database.execute(f'select * from "{quoted}"'):
        for cell in row:
            if isinstance(cell, bytes) and cell:
                print(base64.b64encode(cell).decode())
