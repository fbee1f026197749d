// Identifiers are UUIDs of version 7 (RFC 9562): made by the application, sorted by the time they were made.
import { v7 } from 'uuid'

const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A new identifier: lower case, 36 characters. */
export const newId = (): string => v7()

/** Whether a text has the form of a UUID of any version, in lower case: ids from outside are made so before. */
export const isId = (text: string): boolean => PATTERN.test(text)
