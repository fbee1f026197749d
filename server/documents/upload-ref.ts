// How requests and answers name an upload.
import { Id, named, object } from '#http'

export const UploadRef = named('UploadRef', object({ id: Id }))
