package store

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/minio/minio-go/v7"
)

// fault turns an error of the library into one line that says what failed, why, and what to do.
func (s *s3) fault(verb, key string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	about := fmt.Sprintf("%s: %s %s", s.address, verb, key)
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return fmt.Errorf("%s: %w", about, err)
	}
	switch answer.Code {
	case "NoSuchBucket":
		return fmt.Errorf("%w: %s: there is no bucket %q; make it, or mend the address", ErrConfig,
			s.address, s.at.bucket)
	case "NoSuchKey", "NoSuchUpload":
		return fmt.Errorf("%s: %w", about, ErrNotFound)
	case "RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture":
		return fmt.Errorf("%w: %s: the clock of this machine is too far from that of the store; "+
			"set it by NTP", ErrConfig, s.address)
	case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken",
		"XAdminUserNotFound": // the last one is versitygw's
		return fmt.Errorf("%w: %s: the credentials are refused (%s); check AWS_ACCESS_KEY_ID and "+
			"AWS_SECRET_ACCESS_KEY, or the profile", ErrConfig, s.address, answer.Code)
	case "AuthorizationHeaderMalformed", "IllegalLocationConstraintException":
		return fmt.Errorf("%w: %s: the region is not right: %s; add ?region=", ErrConfig, s.address,
			answer.Message)
	case "PreconditionFailed", "ConditionalRequestConflict":
		if verb == "replace" {
			return fmt.Errorf("%s: %w", about, ErrRaceLost)
		}
		return fmt.Errorf("%s: %w", about, ErrExists)
	case "BadDigest", "XAmzContentSHA256Mismatch", "InvalidDigest":
		return fmt.Errorf("%s: %w on the way: %s", about, ErrDamaged, answer.Message)
	case "NotImplemented":
		return fmt.Errorf("%w: %s: the store does not implement that (%s)", ErrConfig, about,
			answer.Message)
	}
	return s.faultByStatus(about, answer)
}

// faultByStatus is for stores with codes of their own, and for answers without a body.
func (s *s3) faultByStatus(about string, answer minio.ErrorResponse) error {
	switch answer.StatusCode {
	case http.StatusNotModified:
		return fmt.Errorf("%s: %w", about, ErrUnchanged)
	case http.StatusNotFound:
		return fmt.Errorf("%s: %w (%s)", about, ErrNotFound, answer.Code)
	case http.StatusPreconditionFailed, http.StatusConflict:
		return fmt.Errorf("%s: %w", about, ErrRaceLost)
	case http.StatusUnauthorized, http.StatusForbidden:
		if v, err := s.creds.GetWithContext(s.core.CredContext()); err == nil &&
			v.AccessKeyID == "" {
			return fmt.Errorf("%w: %s: no credentials found, and the store demands some; set "+
				"AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine "+
				"a role", ErrConfig, about)
		}
		return fmt.Errorf("%w: %s: not allowed (%s); give these credentials the right", ErrConfig,
			about, answer.Code)
	}
	return fmt.Errorf("%s: %s (%s, status %d)", about, answer.Message, answer.Code,
		answer.StatusCode)
}
