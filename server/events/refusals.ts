// Refusals for readers of events.
import { fault, refusal } from '#platform/refusal'

export const eventRefusals = {
  gone: refusal(
    'gone',
    'event.gone',
    'Some events after {after} have expired: read the lists again, and go on after {last}',
    'En del händelser efter {after} finns inte kvar: läs listorna igen och fortsätt efter {last}',
  ),
}

export const eventFaults = {
  unknownType: fault(
    'event.unknown-type',
    '{type} is neither a resource nor a kind of event',
    '{type} är varken en resurs eller ett slags händelse',
  ),
  badAfter: fault(
    'event.bad-after',
    'is neither an event number nor latest',
    'är varken ett händelsenummer eller latest',
  ),
  badCursor: fault(
    'event.bad-cursor',
    'is neither the after of an answer of this feed nor latest',
    'är varken after från ett svar i det här flödet eller latest',
  ),
}
