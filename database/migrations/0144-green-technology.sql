-- Installation of green technology has a tax reduction beside household work (inkomstskattelagen 1999:1229, 67 kap.
-- 36-45 §§). It is of a home, as ROT is.
alter table sales.invoice_line
  drop constraint invoice_line_reduction_type_check,
  add constraint invoice_line_reduction_type_check check (reduction_type in ('rot', 'rut', 'green'));
alter table sales.tax_reduction
  drop constraint tax_reduction_type_check,
  drop constraint tax_reduction_check2,
  add constraint tax_reduction_type_check check (type in ('rot', 'rut', 'green')),
  add constraint tax_reduction_property_check check (type in ('rot', 'green') or property_type is null);
