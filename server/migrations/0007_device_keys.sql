-- RFC 7638 thumbprints. Of a session: the key that has to answer for each of its calls besides the cookie; null for a client
-- that brought none. Of a device: the key that signs its reports; null until it has sent one with a proof.
alter table sessions add column device_key bytea check (octet_length(device_key) = 32);
alter table devices add column device_key bytea check (octet_length(device_key) = 32);
