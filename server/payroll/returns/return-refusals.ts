// Refusals of employer's returns: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const returnRefusals = {
  notFound: refusal(
    'not-found',
    'employer-return.not-found',
    "There is no employer's return {id} in this company",
    'Det finns ingen arbetsgivardeklaration {id} i företaget',
  ),
  sameAsFiled: refusal(
    'operation-not-allowed',
    'employer-return.same-as-filed',
    'The return of {month} that was filed says the same',
    'Den deklaration för {month} som redan är inlämnad säger detsamma',
  ),
  faulty: refusal(
    'operation-not-allowed',
    'employer-return.faulty',
    'The return of {month} would not be accepted: read its proposal for what is wrong ({count})',
    'Deklarationen för {month} skulle inte tas emot: se i förslaget vad som är fel ({count})',
  ),
  alreadyFiled: refusal(
    'operation-not-allowed',
    'employer-return.already-filed',
    'Return {id} is noted as filed',
    'Deklaration {id} är redan noterad som inlämnad',
  ),
  unreadable: refusal(
    'operation-not-allowed',
    'employer-return.unreadable',
    'The content of return {id} is sealed with a key that this service does not have',
    'Innehållet i deklaration {id} är krypterat med en nyckel som tjänsten inte har',
  ),
}

export const returnFaults = {
  month: fault('employer-return.month', 'must be a month, such as 2026-05', 'ska vara en månad, till exempel 2026-05'),
  filedOn: fault('employer-return.filed-on', 'must not be in the future', 'får inte vara i framtiden'),
}
