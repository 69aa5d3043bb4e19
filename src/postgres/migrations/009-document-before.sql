-- SHA-256 of the document that was replaced last: its replicas may restart while they are replaced.
ALTER TABLE sandbox.settings ADD COLUMN document_before text;
