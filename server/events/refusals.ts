// Refusals for readers of events.
import { fault, refusal } from '#platform/refusal'

export const eventRefusals = {
  gone: refusal(
    'gone',
    'Some of what happened after {after} is no longer kept: read the lists again, and go on after {last}',
  ),
}

export const eventFaults = {
  unknownType: fault('{type} is neither a resource nor a kind of event'),
  badAfter: fault('is neither an event number nor latest'),
  badCursor: fault('is neither the after of an answer of this feed nor latest'),
}
