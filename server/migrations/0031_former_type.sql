-- A cédula keeps the number of the tarjeta de identidad that it replaces. What still arrives under the earlier type is the same patient's.
alter table patients
  add column former_type text,
  add check (former_type is null or (former_type = 'TI' and identification_type = 'CC'));
create index patients_former on patients (normalized_number, former_type) where former_type is not null;
