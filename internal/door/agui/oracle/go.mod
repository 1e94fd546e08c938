module github.com/maitre-dev/maitre/internal/door/agui/oracle

go 1.26.0
