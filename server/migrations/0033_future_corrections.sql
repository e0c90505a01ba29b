-- Time that a device reported for a correction, if it lay in the future. The corrections of one user are put in its order, because
-- their times of arrival say nothing about the order of their capture.
alter table corrections add column future_time timestamptz;
