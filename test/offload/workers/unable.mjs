/** A worker that does not start. */
throw new Error('cannot start')
